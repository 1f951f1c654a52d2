/** The hook as the agents start it: through a shell, from the settings that `init` has written. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeTool, type Kind } from '../../examples/agent-hook/agent';
import { AGENTS } from '../../src/gate/hook/agents';
import { openedOnce } from '../support/opened';
import {
  aCallOf,
  aProject,
  editConfig,
  hookProgram,
  initIn,
  KINDS,
  limit,
  openService,
  type Project,
  requestIn,
} from './support/hook';

const service = openedOnce(openService);
const settingsOf = ({ kind, folder }: Project) =>
  JSON.parse(readFileSync(join(folder, AGENTS[kind]!.settings), 'utf8'));
const COMMAND = expect.stringMatching(
  / hook --agent [a-z-]+ --config '\/.*hook\.json' --timeout 120 \|\| \{ echo 'The authorization hook failed\. Nothing was approved\.' >&2; exit 2; \}$/,
);

const EXPECTED: Record<Kind, object> = {
  'claude-code': {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: COMMAND, timeout: 120, onFailure: 'block' }] }] },
  },
  codex: { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: COMMAND, timeout: 120 }] }] } },
  gemini: { hooks: { BeforeTool: [{ hooks: [{ type: 'command', command: COMMAND, timeout: 120_000 }] }] } },
  cursor: { version: 1, hooks: { preToolUse: [{ command: COMMAND, timeout: 120, failClosed: true }] } },
};
/** What an agent does after an approval: its own permissions decide, or it asks nobody. */
const APPROVED: Record<Kind, string> = { 'claude-code': 'yes', codex: 'prompt', gemini: 'yes', cursor: 'yes' };
const PASSED: Record<Kind, string> = { 'claude-code': 'prompt', codex: 'prompt', gemini: 'prompt', cursor: 'yes' };

describe.each(KINDS)('with %s', (kind) => {
  it('init writes the registration that closes on a failure, once, beside what the settings have', () => {
    const project = aProject(service, kind);
    expect(settingsOf(project)).toEqual(EXPECTED[kind]);
    const file = join(project.folder, AGENTS[kind]!.settings);
    const before = settingsOf(project);
    const [event, ours] = Object.entries(before.hooks)[0] as [string, object[]];
    const other = { matcher: 'x', hooks: [] };
    writeFileSync(file, JSON.stringify({ ...before, model: 'm', hooks: { Stop: [other], [event]: [other, ...ours] } }));
    initIn(project.folder, ['--agent', kind, '--config', project.config]);
    expect(settingsOf(project)).toEqual({
      ...EXPECTED[kind],
      model: 'm',
      hooks: { Stop: [other], [event]: [other, ...ours] },
    });
  });

  it('a call has no opinion, is denied, is let through and is denied again, as its rules and people say', async () => {
    const project = aProject(service, kind);
    limit(project, 12, 60);
    const asks = (command: string) => beforeTool(kind, aCallOf(project, { input: { command } }));
    expect(await asks('ls -la')).toMatchObject({ runs: PASSED[kind], failed: false });
    const denied = await asks('git push');
    expect(denied).toMatchObject({
      runs: 'no',
      failed: false,
      why: expect.stringContaining('Nobody has decided yet.'),
    });
    await service.approve(requestIn({ kind: 'deny', text: denied.why }));
    expect(await asks('git push')).toMatchObject({ runs: APPROVED[kind], failed: false });
    expect(await asks('git push')).toMatchObject({ runs: 'no', failed: false });
  }, 60_000);

  it('a missing program, a wrong configuration and an unknown option deny, with a text', async () => {
    const project = aProject(service, kind);
    const file = join(project.folder, AGENTS[kind]!.settings);
    const settings = readFileSync(file, 'utf8');
    const asked = () => beforeTool(kind, aCallOf(project));
    writeFileSync(file, settings.replaceAll('src/gate/main.ts', 'src/gate/missing.ts'));
    expect(await asked()).toMatchObject({ runs: 'no', failed: false });
    writeFileSync(file, settings.replaceAll('--timeout 120', '--timeout 120 --more'));
    expect(await asked()).toMatchObject({ runs: 'no', failed: false });
    writeFileSync(file, settings);
    editConfig(project, (hook) => delete hook.operator);
    expect(await asked()).toMatchObject({ runs: 'no', failed: false });
  }, 60_000);
});

it('two registrations of the hook use one approval', async () => {
  const project = aProject(service, 'claude-code');
  limit(project, 12, 60);
  const file = join(project.folder, AGENTS['claude-code']!.settings);
  const { hooks } = settingsOf(project);
  writeFileSync(file, JSON.stringify({ hooks: { PreToolUse: [...hooks.PreToolUse, ...hooks.PreToolUse] } }));
  const denied = await beforeTool('claude-code', aCallOf(project));
  await service.approve(requestIn({ kind: 'deny', text: denied.why }));
  expect((await beforeTool('claude-code', aCallOf(project))).runs).toBe('yes');
}, 60_000);

it('a failure ends with exit code 2 and a sentence, of which nothing is from the agent', async () => {
  const project = aProject(service, 'codex');
  const call = { ...aCallOf(project), input: 'not an object' as unknown as object };
  const { runs, why } = await beforeTool('codex', call);
  expect({ runs, why }).toEqual({
    runs: 'no',
    why: 'Nothing was approved. The call has no tool_input.\nThe authorization hook failed. Nothing was approved.\n',
  });
});

it('a failure of the hook alone ends with exit code 2 and an empty standard output', () => {
  const { config } = aProject(service, 'codex');
  const failed = spawnSync(process.execPath, [...hookProgram, '--agent', 'codex', '--config', config], { input: '{}' });
  expect({ status: failed.status, out: failed.stdout.toString() }).toEqual({ status: 2, out: '' });
  expect(failed.stderr.toString()).toMatch(/^Nothing was approved\. Register the hook for PreToolUse/);
});

it('init makes an empty key file that only its user can read, and the configuration too', () => {
  const { config, said } = aProject(service, 'cursor');
  for (const file of [config, join(dirname(config), 'hook.key')]) expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(said).toContain('Trust the workspace');
});

it('init keeps a configuration, and names the tools that the agent may not have', () => {
  const project = aProject(service, 'claude-code');
  editConfig(project, ({ rules }) =>
    rules.unshift({ tool: 'Bahs', do: 'refuse' }, { tool: 'mcp__db__migrate', do: 'refuse' }),
  );
  const before = readFileSync(project.config, 'utf8');
  const said = initIn(project.folder, ['--agent', 'claude-code', '--config', project.config]);
  expect(said).toContain('claude-code may have no tool "Bahs"');
  expect(said).not.toContain('migrate');
  expect(readFileSync(project.config, 'utf8')).toBe(before);
});

it('init needs to know which template', () => {
  const folder = join(dirname(aProject(service, 'codex').config), 'other');
  mkdirSync(folder);
  const without = ['--agent', 'codex', '--service', 'https://a.example', '--operator', 'o', '--action', 'a'];
  expect(() => initIn(folder, without)).toThrow('--template are needed');
});
