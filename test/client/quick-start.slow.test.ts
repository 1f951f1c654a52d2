/**
 * The walk of a consumer: docs/consumers/quick-start.md as it is, from the packed tarball, in a folder that `npm init -y` has
 * made. Its approvals are made in a browser, by the names that the text has for what to select.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { describeInBrowser, launch } from '../console/browser';
import { aFolder } from '../support/folder';
import { NODE_24 } from '../support/needed';
import { packed } from '../support/packed';

const ROOT = join(__dirname, '../..');
const TEXT = readFileSync(join(ROOT, 'docs/consumers/quick-start.md'), 'utf8');
const NODES: readonly (readonly [string, string])[] = [
  ['the installed Node', process.execPath],
  ['the Node of Lambda', NODE_24],
];

/** What is saved, by the name that the text says right before it. */
const FILES = [...TEXT.matchAll(/Save this as `(\w+\.mjs)`[^:]*:\n\n```js\n([\s\S]*?)```/g)].map(
  ([, name, code]) => [name!, code!] as const,
);
const LINES = [...TEXT.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block!.trimEnd().split('\n'));
/** What to select to approve, in this order. */
const STEPS = [...TEXT.matchAll(/^\d\. (.*)$/gm)].flatMap(([, step]) =>
  [...step!.matchAll(/\*(.+?)\*/g)].map(([, name]) => name!),
);
/** Exactly one line of the text begins so. */
function line(start: string): string {
  const found = LINES.filter((each) => each.startsWith(start));
  if (found.length !== 1) throw new Error(`${found.length} lines of the text begin with ${start}`);
  return found[0]!;
}

it('each JavaScript block of the text has a file name, and each file a line that runs it', () => {
  expect(FILES.map(([name]) => name)).toEqual(['propose.mjs', 'refund.mjs', 'worker.mjs', 'release.mjs']);
  expect(TEXT.match(/^```(?!sh$)./gm)).toEqual(FILES.map(() => '```j'));
  for (const [name] of FILES) expect(TEXT).toMatch(new RegExp(`(^|\`)node ${name}(\`|$)`, 'm'));
});

describeInBrowser('the quick start', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it.each(NODES)(
    'the quick start leads from nothing to a call that a worker made, with and without TypeScript, on %s',
    async (_, node) => {
      const reader = aReader(node);
      try {
        reader.run(line('npm install ./'));
        // Any free port, because another service may have the one of the text. The files read it from `demo.json`.
        const dev = await reader.start(line('npx --no-install').replace('--port 8787', '--port 0'), 'Ctrl-C');
        const address = /Open (http:\S+)/.exec(dev.said())![1]!;
        for (const [name, code] of FILES) reader.save(name, code);

        const propose = await reader.start(line('node propose'), 'waits for a key');
        expect(await approved(address, propose.ended())).toMatch(
          /^req_\w+ waits for a key\nauthorized by \[ 'op_bravo' \]\n$/,
        );

        reader.run(line('node -p'));
        const refund = await reader.start(line('node refund'), 'waits for a key');
        const worker = await reader.start(line('node worker'), '');
        // A worker that cannot start ends at once.
        const ran = Promise.race([refund.ended(), worker.ended()]);
        expect(await approved(address, ran)).toMatch(/^req_\w+ waits for a key\nsucceeded\n$/);
        const [id] = refund.said().split(' ');
        expect(worker.said()).toBe(`refunding 40 of ch_456 under ${id}\n`);

        const [, release] = /^(req_\w+) waits for two keys\n$/.exec(reader.run('node release.mjs'))!;
        expect(await shownToBravo(address, release!)).toContain('timeout: 60');

        for (const [name, code] of FILES) reader.save(name.replace('.mjs', '.mts'), code);
        reader.installed(line('npm install --save-dev'));
        expect(reader.run(line('npx tsc'))).toBe('');
        expect(reader.run(line('npx tsx'))).toMatch(/\nauthorized by \[ 'op_bravo' \]\n$/);
        if (runsTypes(reader.run('node --version')))
          expect(reader.run('node propose.mts')).toMatch(/\nauthorized by \[ 'op_bravo' \]\n$/);
        // The compiler that comes next.
        reader.installed('npm install --save-dev typescript-7');
        expect(reader.run(line('npx tsc'))).toBe('');
      } finally {
        await reader.leave();
      }
    },
    240_000,
  );

  /** As the text says it. The page stays open until the program has seen it. */
  async function approved(address: string, printed: Promise<string>): Promise<string> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    for (const name of STEPS) {
      const [link, button] = (['link', 'button'] as const).map((role) => page.getByRole(role, { name, exact: true }));
      await link!.or(button!).first().waitFor();
      await ((await link!.count()) > 0 ? link! : button!).first().click();
    }
    const text = await printed;
    await context.close();
    return text;
  }

  async function shownToBravo(address: string, id: string): Promise<string | null> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('button', { name: 'Bravo', exact: true }).click();
    await page.locator(`a[href="/requests/${id}"]`).first().click();
    await page.getByText('timeout: 60').waitFor();
    const text = await page.textContent('main');
    await context.close();
    return text;
  }
});

/** From 22.18, Node runs TypeScript itself. */
function runsTypes(version: string): boolean {
  const [major, minor] = version.slice(1).split('.').map(Number);
  return major! > 22 || (major === 22 && minor! >= 18);
}

/** Somebody with a new folder, the tarball in it, and this Node. */
function aReader(node: string) {
  const folder = aFolder();
  const bin = aFolder();
  if (node === NODE_24) chmodSync(node, 0o755);
  symlinkSync(node, join(bin, 'node'));
  const env = {
    ...process.env,
    PATH: [bin, process.env.PATH].join(delimiter),
    // Nothing here needs the registry.
    ...{ npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
  };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const run = (command: string) =>
    execFileSync('sh', ['-c', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  run('npm init -y');
  const tarball = packed();
  copyFileSync(tarball, join(folder, basename(tarball)));
  const started: ChildProcess[] = [];
  const closed: Promise<unknown>[] = [];
  return {
    run,
    save: (name: string, content: string) => writeFileSync(join(folder, name), content),
    /** What the line installs from the registry, linked to what the repository has. */
    installed(command: string) {
      for (const name of command.split(' ').slice(3)) {
        const link = join(folder, 'node_modules', name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(ROOT, 'node_modules', name), link);
        const { bin: commands = {} } = JSON.parse(readFileSync(join(link, 'package.json'), 'utf8'));
        const all = typeof commands === 'string' ? { [name]: commands } : (commands as Record<string, string>);
        for (const [command_, path] of Object.entries(all)) {
          const at = join(folder, 'node_modules/.bin', command_);
          if (lstatSync(at, { throwIfNoEntry: false })) unlinkSync(at);
          symlinkSync(join(link, path), at);
        }
      }
    },
    /** In a terminal of its own, until it says this. */
    async start(command: string, until: string) {
      // A group of its own, because the shell and `npx` start others.
      const child = spawn('sh', ['-c', command], { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      started.push(child);
      let [said, complaints] = ['', ''];
      const end = new Promise<number | null>((resolve) => child.once('close', resolve));
      closed.push(end);
      child.stderr.on('data', (chunk) => (complaints += chunk));
      await new Promise<void>((resolve, reject) => {
        const check = () => said.includes(until) && resolve();
        child.stdout.on('data', (chunk) => {
          said += chunk;
          check();
        });
        void end.then(() => reject(new Error(`${command} ended: ${said}${complaints}`)));
        check();
      });
      return {
        said: () => said,
        async ended(): Promise<string> {
          const code = await end;
          if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}${complaints}`);
          return said;
        },
      };
    },
    async leave() {
      for (const { pid } of started) {
        try {
          process.kill(-pid!, 'SIGKILL');
        } catch {
          // It has ended.
        }
      }
      await Promise.all(closed);
    },
  };
}
