import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../src/lambda');

/** A cast claims a type without a check. Only the generated validators may say what type an input has. */
const CAST = /\bas (?!const\b|[\w$]+ from\b|string extends\b)[A-Za-z_{[]/;

it.each(['console', 'http', 'v1'])('the code in src/lambda/%s has no casts', (folder) => {
  const cast = readdirSync(join(ROOT, folder)).flatMap((file) =>
    readFileSync(join(ROOT, folder, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line) && !line.startsWith('import ') && CAST.test(withoutText(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(cast).toEqual([]);
});

it('a cast would be found', () => {
  for (const line of ['const id = given as RequestId;', 'return (body as { id: string }).id;', 'x as unknown'])
    expect(CAST.test(withoutText(line))).toBe(true);
  for (const line of ["const NAMES = ['a'] as const;", 'import * as keys from x;', "const said = 'as Text';"])
    expect(CAST.test(withoutText(line))).toBe(false);
});

const withoutText = (line: string): string => line.replace(/'[^']*'|`[^`]*`|"[^"]*"/g, "''");
