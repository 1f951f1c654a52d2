import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';

const ROOT = join(__dirname, '../..');

it('the walk with curl of docs/local.md, pasted, ends with a reported execution', async () => {
  const walk = /```sh walk\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs/local.md'), 'utf8'))?.[1];
  // A folder that looks like a clone in which `npm start` runs.
  const clone = aFolder();
  for (const part of ['package.json', 'packages', 'node_modules', 'scripts', 'src', 'tsconfig.json']) {
    symlinkSync(join(ROOT, part), join(clone, part));
  }
  const house = await openHouse({ dataDir: join(clone, '.local') });
  try {
    const printed = await paste(clone, walk ?? '');
    expect(printed).toMatch(/^proposed req_[0-9a-f]{24}\nauthorized\nsucceeded$/);
  } finally {
    await house.stop();
  }
}, 60_000);

/** Beside the service, which answers from this very process. */
function paste(cwd: string, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('bash', ['-c', script], { cwd, timeout: 50_000 }, (error, stdout) =>
      error ? reject(error) : resolve(stdout.trim()),
    );
  });
}
