/** Agents of each kind, each in a project of its own with a hook that `init` has made, and people who decide about their calls. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Kind, messageFor, type ToolCall } from '../../../examples/agent-hook/agent';
import { AGENTS, callIn } from '../../../src/gate/hook/agents';
import { type Answer, decide, type HookPorts } from '../../../src/gate/hook/decide';
import { portsFor } from '../../../src/gate/hook/run';
import type { TestService } from '../../../src/testing/api';
import { openPeople } from '../../../src/testing/people';
import { startTestService } from '../../../src/testing/service';
import { aFolder } from '../../support/folder';
import { TYPESCRIPT } from '../../support/typescript';

export const KINDS = Object.keys(AGENTS) as Kind[];
/** The arguments of a process of Node. */
export const hookProgram = [...TYPESCRIPT, join(__dirname, '../../../src/gate/main.ts'), 'hook'];

export interface Project {
  readonly kind: Kind;
  readonly folder: string;
  readonly config: string;
  readonly said: string;
}

export interface Changes {
  readonly template?: 'everything' | 'listed';
  readonly service?: string;
  readonly more?: readonly string[];
}

/** What `init` made before, by its options. A process takes a part of a second, so other projects get copies of its files. */
const made = new Map<string, Project>();

/** As its user makes it, with the display that `init` prints. */
export function aProject(service: TestService, kind: Kind, changes: Changes = {}): Project {
  const { template = 'everything', service: address = service.baseUrl, more = [] } = changes;
  const folder = join(aFolder(), 'project');
  mkdirSync(folder);
  const config = join(folder, '../hook.json');
  const given = { agent: kind, service: address, operator: 'op_alpha', action: 'agent.call', template };
  const options = [...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]), ...more];
  const first = made.get(options.join(' '));
  const project = first ? { ...first, folder, config } : { kind, folder, config, said: '' };
  const said = first?.said ?? initIn(folder, [...options, '--config', config]);
  if (first === undefined) {
    made.set(options.join(' '), { ...project, said });
    mkdirSync(join(folder, '../made'));
    // Tests change the files of their project.
    for (const file of [AGENTS[kind]!.settings, '../hook.json'])
      copyFileSync(join(folder, file), join(folder, '../made', basename(file)));
  } else copyOf(first, project);
  writeFileSync(join(folder, '../hook.key'), `${service.keys.proposer}\n`, { mode: 0o600 });
  return { ...project, said };
}

function copyOf(first: Project, project: Project): void {
  const settings = AGENTS[project.kind]!.settings;
  mkdirSync(dirname(join(project.folder, settings)));
  for (const file of [settings, '../hook.json']) {
    const text = readFileSync(join(first.folder, '..', 'made', basename(file)), 'utf8');
    writeFileSync(join(project.folder, file), text.replaceAll(dirname(first.folder), dirname(project.folder)), {
      mode: 0o600,
    });
  }
}

export function initIn(folder: string, options: readonly string[]): string {
  const args = [...hookProgram, 'init', ...options];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

const displayIn = ({ said }: Project): object => JSON.parse(/^\{.*\}$/m.exec(said)![0]);

export async function openService(): Promise<TestService> {
  const service = await startTestService();
  const display = displayIn(aProject(service, 'claude-code'));
  const roster = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
  const quorum = { default: 1, min: 1, max: 1, selectable: false };
  const action = { title: 'A call of an agent', roster, quorum, deny_self_approval: true, display };
  await openPeople(service.baseUrl, 'op_alpha').as('op_alpha', 'PUT', '/api/actions/agent.call', action);
  return service;
}

/** The registration with another time limit, so that a test need not wait for 45 s. */
export function limit({ kind, folder }: Project, hookSeconds: number, agentSeconds = hookSeconds): void {
  const file = join(folder, AGENTS[kind]!.settings);
  const unit = kind === 'gemini' ? 1000 : 1;
  const text = readFileSync(file, 'utf8').replace('--timeout 120', `--timeout ${hookSeconds}`);
  writeFileSync(file, text.replace(/"timeout": \d+/, `"timeout": ${agentSeconds * unit}`));
}

export function editConfig(
  { config }: Project,
  edit: (hook: { rules: object[] } & Record<string, unknown>) => void,
): void {
  const hook = JSON.parse(readFileSync(config, 'utf8'));
  edit(hook);
  writeFileSync(config, JSON.stringify(hook));
}

let calls = 0;
/** A command, unless a test gives something else. Each call has an id of its own. */
export const aCallOf = ({ kind, folder }: Project, changes: Partial<ToolCall> = {}): ToolCall => ({
  session: 'session-1',
  folder,
  tool: AGENTS[kind]!.shell,
  input: { command: 'terraform apply' },
  id: `toolu_${++calls}`,
  ...changes,
});

export interface Run {
  /** How long people have: 0 answers at the first look. */
  readonly holdMs?: number;
  /** Instead of the pause between two looks at the request. */
  readonly pause?: () => Promise<unknown>;
  readonly nowMs?: () => number;
  readonly wrap?: (ports: HookPorts) => HookPorts;
}

/** The hook in this process: everything but its standard input and output. */
export async function run({ kind, config }: Project, call: ToolCall, options: Run = {}): Promise<Answer> {
  const { holdMs = 0, pause = async () => undefined, nowMs = Date.now, wrap = (ports) => ports } = options;
  let leftMs = holdMs;
  const asked = callIn(JSON.stringify(messageFor(kind, call)), AGENTS[kind]!);
  const sleep = async (ms: number) => {
    leftMs -= ms;
    await pause();
  };
  // Without time left the hook may not let anything through, so a hold of 0 leaves one millisecond.
  const clock = { leftMs: () => leftMs + 1, sleep, nowMs };
  const ports = wrap(await portsFor(kind, config, asked, clock));
  return decide(ports, await ports.look());
}

export const requestIn = (answer: Answer): string =>
  /request (req_[a-z0-9]+)/.exec('text' in answer ? answer.text : '')?.[1] ?? '';
