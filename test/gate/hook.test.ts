/** The hook of an agent: which calls go on, which stop, and what people are shown. */
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { createClient } from '../../src/client';
import type { Answer } from '../../src/gate/hook/decide';
import { openedOnce } from '../support/opened';
import {
  aCallOf,
  aProject,
  editConfig,
  KINDS,
  openService,
  type Project,
  type Run,
  requestIn,
  run,
} from './support/hook';
import { abort } from './support/operator';

const ALLOWED = { kind: 'allow' };
const service = openedOnce(openService);
let project: Project;
let reader: ReturnType<typeof createClient>;
beforeAll(() => {
  reader = createClient({ baseUrl: service.baseUrl, apiKey: service.keys.reader });
});
beforeEach(() => {
  project = aProject(service, 'claude-code');
});

type Wrap = NonNullable<Run['wrap']>;
const textOf = (answer: Answer) => ('text' in answer ? answer.text : answer.kind);
const requestOf = async (answer: Answer) => (await reader.getRequest(requestIn(answer))).request;
const documentOf = async (answer: Answer, name: string) =>
  Buffer.from(await reader.evidence(await requestOf(answer), name)).toString();
const asked = async (changes: object = {}, by = project) => {
  const answer = await run(by, aCallOf(by, changes));
  expect(requestIn(answer)).not.toBe('');
  return answer;
};

describe.each(KINDS)('the hook of %s', (kind) => {
  beforeEach(() => {
    project = aProject(service, kind);
  });

  it('a call waits for people, and its repetition is let through once, after they approved', async () => {
    const first = await asked();
    expect(textOf(first)).toMatch(
      /^Not executed\. People are asked to approve this call of .*, as request req_.*Nobody has decided yet\./,
    );
    expect(requestIn(await asked())).toBe(requestIn(first));
    await service.approve(requestIn(first));
    expect(await run(project, aCallOf(project))).toEqual(ALLOWED);
    const next = await asked();
    expect(requestIn(next)).not.toBe(requestIn(first));
    expect((await requestOf(next)).params.let_through_before).toMatch(/^\d{4}-/);
  });

  it('a refused call stays refused with the reason of people, and they are not asked again', async () => {
    const first = await asked();
    await service.refuse(requestIn(first), { outcomeReason: 'never' });
    const refused = {
      kind: 'deny',
      text: 'The tool did not run. People refused this call for good. Do not make it again.',
    };
    expect(await run(project, aCallOf(project))).toEqual(refused);
    expect(await run(project, aCallOf(project))).toEqual(refused);
  });

  it('a request that nobody decided, or that was withdrawn, ends one call, and the next one asks people again', async () => {
    const first = await asked();
    await service.expire(requestIn(first));
    expect(textOf(await run(project, aCallOf(project)))).toBe(
      'The tool did not run. Nobody approved this call in time.',
    );
    const second = await asked();
    await abort(service, requestIn(second));
    expect(textOf(await run(project, aCallOf(project)))).toBe('The tool did not run. The request was withdrawn.');
    expect(requestIn(await asked())).not.toBe(requestIn(second));
  });

  it('a plain command of the list gives no opinion, and nothing that a shell reads as more does', async () => {
    const kinds = (commands: readonly string[]) =>
      Promise.all(commands.map(async (command) => (await run(project, aCallOf(project, { input: { command } }))).kind));
    expect(new Set(await kinds(['ls', 'ls -la src', 'cat a.txt', 'head -n 5 x_1.txt']))).toEqual(new Set(['pass']));
    const others = [
      'ls; rm -rf x',
      'ls\nrm x',
      'cat $(rm x)',
      'ls > x',
      'ls `x`',
      'lsof',
      ' ls',
      'A=1 ls',
      './ls',
      "cat 'x'",
      'git log',
    ];
    expect(new Set(await kinds(others))).toEqual(new Set(['deny']));
  });
});

it('a call that has an id gets the same answer again, and another call does not', async () => {
  await service.approve(requestIn(await asked()));
  const call = aCallOf(project);
  const both = await Promise.all([run(project, call), run(project, call)]);
  expect([...both, await run(project, call)]).toEqual([ALLOWED, ALLOWED, ALLOWED]);
  expect((await run(project, aCallOf(project))).kind).toBe('deny');
});

it('of calls that wait for one approval, exactly one is let through', async () => {
  const id = requestIn(await asked());
  const waiting = Array.from({ length: 8 }, () => {
    let pauses = 0;
    const pause = async () => (++pauses === 1 ? service.approve(id).catch(() => undefined) : undefined);
    return run(project, aCallOf(project), { holdMs: 5000, pause });
  });
  const kinds = (await Promise.all(waiting)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'allow')).toHaveLength(1);
});

it('a call is not let through by the ending that another process wrote while it looked', async () => {
  await service.approve(requestIn(await asked()));
  expect(await run(project, aCallOf(project))).toEqual(ALLOWED);
  let isBefore = true;
  const wrap: Wrap = (ports) => ({
    ...ports,
    ledger: {
      ...ports.ledger,
      latest: async (key) => {
        const latest = isBefore ? null : await ports.ledger.latest(key);
        isBefore = false;
        return latest;
      },
    },
  });
  expect((await run(project, aCallOf(project), { wrap })).kind).toBe('deny');
});

it('a call that waited for an earlier approval does not use the approval of the call that used it', async () => {
  const early = aCallOf(project);
  const id = requestIn(await run(project, early));
  await service.approve(id);
  expect(await run(project, aCallOf(project))).toEqual(ALLOWED);
  expect((await run(project, early)).kind).toBe('deny');
});

it.each([
  ['session', { session: 'session-2' }],
  ['command', { input: { command: 'terraform apply ' } }],
  ['argument beside the command', { input: { command: 'terraform apply', run_in_background: true } }],
  ['tool', { tool: 'Other' }],
])('another %s is another call, and takes nothing from the first', async (_, changes) => {
  const first = await asked();
  expect(requestIn(await asked(changes))).not.toBe(requestIn(first));
  expect(requestIn(await asked())).toBe(requestIn(first));
});

it('another folder is another call, and takes nothing from the first', async () => {
  const folder = join(project.folder, 'inside');
  mkdirSync(folder);
  const first = await asked();
  expect(requestIn(await asked({ folder }))).not.toBe(requestIn(first));
  expect(requestIn(await asked())).toBe(requestIn(first));
});

it('another description is the same call, and an approval counts for it', async () => {
  const described = (description: string) => ({ input: { command: 'git push', description } });
  const first = await asked(described('Publish the branch'));
  expect((await requestOf(first)).params.description).toBe('Publish the branch');
  await service.approve(requestIn(first));
  expect(await run(project, aCallOf(project, described('Push\nit')))).toEqual(ALLOWED);
});

it('a description of a tool that is no shell decides what runs', async () => {
  const issue = (description: string) => ({ tool: 'mcp__tracker__create', input: { description } });
  expect(requestIn(await asked(issue('one')))).not.toBe(requestIn(await asked(issue('two'))));
});

it.each([
  ['until execute_within is over', 3600_000, 'allow'],
  ['and not a moment longer', 3600_001, 'deny'],
])('an approval can be used %s, by the clock of the service', async (_, ageMs, kind) => {
  const first = await asked();
  const { decided_at } = await service.approve(requestIn(first));
  const nowMs = () => 0;
  const wrap: Wrap = (ports) => ({
    ...ports,
    client: {
      ...ports.client,
      getRequest: async (id: string) => {
        const answer = await ports.client.getRequest(id);
        return answer.request.outcome === null ? answer : { ...answer, server_now: decided_at! + ageMs };
      },
    },
  });
  const answer = await run(project, aCallOf(project), { nowMs, wrap });
  expect(answer.kind).toBe(kind);
  if (kind === 'deny') expect(requestIn(answer)).not.toBe(requestIn(first));
});

it.each([
  ['the rule has another action', (rule: Record<string, unknown>) => (rule.action = 'demo.deploy')],
  [
    'a rule refuses it',
    (rule: Record<string, unknown>) =>
      rule.action === undefined ? 0 : Object.assign(rule, { do: 'refuse', action: undefined }),
  ],
])('an approval is not used after %s', async (_, change) => {
  const first = await asked();
  await service.approve(requestIn(first));
  editConfig(project, ({ rules }) => change(rules.at(-1) as Record<string, unknown>));
  expect((await run(project, aCallOf(project))).kind).toBe('deny');
});

it('a request that answers with another operation lets nothing through', async () => {
  const first = await asked();
  await service.approve(requestIn(first));
  const answer = run(project, aCallOf(project), {
    wrap: (ports) => ({
      ...ports,
      client: {
        ...ports.client,
        getRequest: async (id: string) => {
          const { request, ...more } = await ports.client.getRequest(id);
          return { ...more, request: { ...request, operation_hash: `sha256:${'0'.repeat(64)}` } };
        },
      },
    }),
  });
  await expect(answer).rejects.toThrow('another request');
});

describe('a file', () => {
  const write = (file_path: string, content: string) => ({ tool: 'Write', input: { file_path, content } });

  it('people read what a change takes away and adds, of .env too, with the place where a link leads', async () => {
    const file = join(project.folder, 'settings.env');
    writeFileSync(file, 'A=1\nB=2\nC=3\n');
    symlinkSync(file, join(project.folder, '.env'));
    const input = { file_path: '.env', old_string: 'B=2', new_string: 'B=$&' };
    const answer = await asked({ tool: 'Edit', input });
    expect((await requestOf(answer)).params).toMatchObject({ file, tool: 'Edit' });
    expect(await documentOf(answer, 'change')).toBe(
      `--- ${file}\n+++ ${file}\n@@ -1,3 +1,3 @@\n A=1\n-B=2\n+B=$&\n C=3\n`,
    );
  });

  it('a new file is shown as one, behind a link that leads nowhere too', async () => {
    const target = join(project.folder, 'target');
    symlinkSync(target, join(project.folder, 'link'));
    const answer = await asked(write('link', 'one'));
    expect((await requestOf(answer)).params.file).toBe(target);
    expect(await documentOf(answer, 'change')).toBe(
      `--- /dev/null\n+++ ${target}\n@@ -0,0 +1,1 @@\n+one\n\\ No newline at end of file\n`,
    );
  });

  it('an approval is for the content that the file had: after it changed, people are asked again', async () => {
    const file = join(project.folder, 'a.txt');
    writeFileSync(file, 'one\n');
    const first = await asked(write(file, 'two\n'));
    writeFileSync(file, 'three\n');
    const second = await asked(write(file, 'two\n'));
    expect(requestIn(second)).not.toBe(requestIn(first));
    const pause = async () => {
      writeFileSync(file, 'four\n');
      await service.approve(requestIn(second));
    };
    const answer = await run(project, aCallOf(project, write(file, 'two\n')), { holdMs: 1500, pause });
    expect(answer.kind).toBe('deny');
    expect(requestIn(answer)).not.toBe(requestIn(second));
  });

  it.each([
    ['is larger than 256 KiB', 'x'.repeat(256 * 1024 + 1), 'The file is larger than 256 KiB.'],
    ['is no text', Buffer.from([0xff, 0xfe]), 'The file is no text, so people could not be shown the change.'],
  ])('a change of a file that %s is refused', async (_, content, message) => {
    writeFileSync(join(project.folder, 'a'), content);
    await expect(run(project, aCallOf(project, write('a', 'b')))).rejects.toThrow(message);
  });

  it('what replaces a text that is not there is shown by its arguments', async () => {
    const answer = await asked({ tool: 'Edit', input: { file_path: 'none.txt', old_string: 'a', new_string: 'b' } });
    expect((await requestOf(answer)).params.input).toBe('{"new_string":"b","old_string":"a"}');
  });

  it.each([
    ['paths', { file_path: 'a.txt', path: 'b.txt', content: 'x' }],
    ['contents', { file_path: 'a.txt', content: 'x', old_string: '', new_string: 'y' }],
  ])('with two %s, people are shown both', async (_, input) => {
    const { params } = await requestOf(await asked({ tool: 'Write', input }));
    for (const value of Object.values(input)) expect(JSON.stringify(params)).toContain(value);
  });

  it('a patch is shown to the letter, and is for what its files have', async () => {
    const codex = aProject(service, 'codex');
    const file = join(codex.folder, 'a.txt');
    writeFileSync(file, 'one\n');
    const command = '*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n';
    const first = await asked({ tool: 'apply_patch', input: { command } }, codex);
    expect(await documentOf(first, 'command')).toBe(command);
    expect((await requestOf(first)).params.file).toBe(file);
    writeFileSync(file, 'three\n');
    expect(requestIn(await asked({ tool: 'apply_patch', input: { command } }, codex))).not.toBe(requestIn(first));
  });
});

it('people see the command to the letter, the folder, the agent, its session and its operator', async () => {
  const short = await asked();
  const { params, requester } = await requestOf(short);
  expect(requester).toBe('op_alpha');
  expect(params).toEqual({
    ...{ agent: 'claude-code, claude-code', command: 'terraform apply', folder: project.folder },
    ...{ session: 'session-1', tool: 'Bash' },
  });
  const command = `cat > x <<'E'\n${'y'.repeat(600)}\nE`;
  expect(await documentOf(await asked({ input: { command } }), 'command')).toBe(command);
});

it('a failing service, ledger or key stops the call, and an approval that could not be written lets nothing through', async () => {
  const first = await asked();
  await service.approve(requestIn(first));
  const failing = (name: 'write' | 'latest') =>
    run(project, aCallOf(project), {
      wrap: (ports) => ({
        ...ports,
        ledger: { ...ports.ledger, [name]: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) },
      }),
    });
  await expect(failing('write')).rejects.toThrow('full');
  await expect(failing('latest')).rejects.toThrow('full');
  chmodSync(join(project.folder, '../hook.key'), 0o640);
  await expect(run(project, aCallOf(project))).rejects.toThrow('chmod 600');
  chmodSync(join(project.folder, '../hook.key'), 0o600);
  expect(await run(project, aCallOf(project))).toEqual(ALLOWED);
});

it('after the ledger is gone, an approval is lost, and people are asked again', async () => {
  const first = await asked();
  await service.approve(requestIn(first));
  rmSync(join(project.folder, '../hook-ledger'), { recursive: true });
  expect(requestIn(await asked())).not.toBe(requestIn(first));
});

it.each([
  [
    'a program with a rule that asks',
    { tool: 'Bash', program: ['ls'], action: 'a' },
    'rules[0].program: is allowed only',
  ],
  [
    'a program with a rule that refuses',
    { tool: 'Bash', program: ['ls'], do: 'refuse' },
    'rules[0].program: is allowed only',
  ],
  [
    'a text with a rule that passes',
    { tool: 'Bash', contains: ['ls'], do: 'pass' },
    'rules[0].contains: is not allowed',
  ],
  ['no text', { tool: 'Bash', contains: [], action: 'a' }, 'rules[0].contains: must have a text.'],
  ['an upstream', { tool: 'Bash', upstream: 'x', do: 'pass' }, 'rules[0].upstream: is unknown'],
  ['params', { tool: 'Bash', params: {}, action: 'a' }, 'rules[0].params: is unknown'],
])('a configuration with %s in a rule is refused', async (_, rule, message) => {
  editConfig(project, ({ rules }) => rules.splice(0, 99, rule));
  await expect(run(project, aCallOf(project))).rejects.toThrow(message);
});

it('the process of a hook loads nothing of MCP, and no package', () => {
  const entryPoints = [join(__dirname, '../../src/gate/hook/main.ts')];
  const { metafile } = buildSync({ entryPoints, bundle: true, platform: 'node', metafile: true, write: false });
  const others = Object.keys(metafile.inputs).filter((path) => /src\/gate\/mcp|node_modules/.test(path));
  expect(others).toEqual([]);
});

describe('the listed commands', () => {
  it('are asked about whatever blanks they have, and the rest is left to the agent', async () => {
    project = aProject(service, 'claude-code', { template: 'listed' });
    const commands = ['cd x && terraform   apply', 'terraform \\\n apply', 'git push --force', 'make', 'git log'];
    const kinds = commands.map(async (command) => (await run(project, aCallOf(project, { input: { command } }))).kind);
    expect(await Promise.all(kinds)).toEqual(['deny', 'deny', 'deny', 'pass', 'pass']);
    expect((await run(project, aCallOf(project, { tool: 'Write', input: { file_path: 'a', content: '' } }))).kind).toBe(
      'pass',
    );
  });

  it('start the hook for the tools that they are about only, and never for those of a gate', () => {
    const more = ['--tool', 'mcp__db__migrate', '--gate', 'payments'];
    project = aProject(service, 'claude-code', { template: 'listed', more });
    const { hooks } = JSON.parse(readFileSync(join(project.folder, '.claude/settings.json'), 'utf8'));
    expect(hooks.PreToolUse[0].matcher).toBe('^(Bash|mcp__db__migrate)$');
  });
});

it('a tool of a gate is left to the gate', async () => {
  project = aProject(service, 'claude-code', { more: ['--gate', 'payments'] });
  expect((await run(project, aCallOf(project, { tool: 'mcp__payments__pay', input: {} }))).kind).toBe('pass');
  expect((await run(project, aCallOf(project, { tool: 'mcp__other__pay', input: {} }))).kind).toBe('deny');
});
