/** Limits and defaults come from the OpenAPI documents, and from nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledDocument } from '../../scripts/generate/bundle';
import { limitsModule } from '../../scripts/generate/limits';

const bundled = (name: string) => readFileSync(join(__dirname, `../../generated/${name}.openapi.json`), 'utf8');
const [service, operatorConsole] = [bundled('service'), bundled('console')];
const generated = (change: (text: string) => string) =>
  limitsModule(JSON.parse(change(service)) as BundledDocument, JSON.parse(change(operatorConsole)) as BundledDocument);

describe('the generated limits', () => {
  it('the generated limits are what the documents say today', () => {
    const committed = readFileSync(join(__dirname, '../../generated/limits.ts'), 'utf8');
    expect(generated((text) => text)).toBe(committed);
  });

  it.each([
    ['"x-max-bytes": 65536', '"x-max-bytes": 70000', /"intentBytes": \{\s+"max": 70000/],
    ['"maxProperties": 24', '"maxProperties": 30', /"params": \{\s+"max": 30/],
    ['"default": 600', '"default": 700', /"leaseSeconds": \{[^}]+"default": 700/],
    ['"x-default": 604800', '"x-default": 86400', /"executeWithinSeconds": \{[^}]+"default": 86400/],
    ['"x-max-live": 50', '"x-max-live": 60', /"endpoints": \{\s+"max": 60/],
    ['"coincident"', '"sequential"', /MODES = \["independent","sequential"\]/],
  ])('the generated limits follow the document: %s', (written, changed, expected) => {
    expect(generated((text) => text.replaceAll(written, changed))).toMatch(expected);
  });

  it('the generated limits are the only limits of the console’s forms, except two ids whose patterns state them, the name of a view and the search', () => {
    const console = join(__dirname, '../../src/console');
    const files = readdirSync(console, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
    const written = files.flatMap((name) =>
      [...readFileSync(join(console, name), 'utf8').matchAll(/\b(?:max|maxLength)=\{(\d+)\}/g)].map(
        ([, limit]) => `${name} ${limit}`,
      ),
    );
    expect(written.sort()).toEqual([
      'pages/admin/new-action.tsx 128',
      'pages/admin/new-operator.tsx 64',
      'ui/search-field.tsx 128',
    ]);
  });

  it('the generated limits cannot be generated from a document that no longer states one of them', () => {
    const without = (text: string) => text.replaceAll('"x-max-bytes": 65536', '"x-other": 65536');
    expect(() => generated(without)).toThrow('SealedIntent states no x-max-bytes');
  });

  it('the generated limits cannot be generated from a pattern that is not explained in words', () => {
    const without = (text: string) => text.replaceAll('"x-pattern-in-words"', '"x-other"');
    expect(() => generated(without)).toThrow('has no x-pattern-in-words');
  });
});
