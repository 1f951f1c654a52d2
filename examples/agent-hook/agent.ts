/**
 * An agent without a model, which follows the table of docs/agent-hooks.md to the letter: it starts the hook of its settings
 * through a shell, ends it at its time limit, and decides whether a call runs.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Kind = 'claude-code' | 'codex' | 'gemini' | 'cursor';

export interface ToolCall {
  readonly session: string;
  readonly folder: string;
  readonly tool: string;
  readonly input: object;
  /** Gemini CLI does not send it. */
  readonly id: string;
}

export interface Ruling {
  /** `prompt`: the agent's own permissions decide. */
  readonly runs: 'no' | 'yes' | 'prompt';
  /** What the model reads, or why nothing stopped the call. */
  readonly why: string;
  readonly ms: number;
  /** The hook did not answer by itself. */
  readonly failed: boolean;
}

interface Registered {
  readonly command: string;
  /** As the settings have it. */
  readonly timeout: number;
  readonly onFailure?: string;
  readonly failClosed?: boolean;
}

interface Ended {
  /** Null if the agent ended it, or a signal did. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export const SETTINGS: Record<Kind, { readonly file: string; readonly event: string; readonly msInUnit: number }> = {
  'claude-code': { file: '.claude/settings.json', event: 'PreToolUse', msInUnit: 1000 },
  codex: { file: '.codex/hooks.json', event: 'PreToolUse', msInUnit: 1000 },
  gemini: { file: '.gemini/settings.json', event: 'BeforeTool', msInUnit: 1 },
  cursor: { file: '.cursor/hooks.json', event: 'preToolUse', msInUnit: 1000 },
};

/** Every hook that fits is started at the same time, and one that denies is enough. `started` gets the ids of their shells. */
export async function beforeTool(kind: Kind, call: ToolCall, started = (_: number) => {}): Promise<Ruling> {
  const { msInUnit } = SETTINGS[kind];
  const rulings = registeredIn(kind, call).map(async (hook): Promise<Ruling> => {
    const fromMs = performance.now();
    const ended = await run(
      hook,
      JSON.stringify(messageFor(kind, call)),
      call.folder,
      hook.timeout * msInUnit,
      started,
    );
    const [runs, why, failed = false] = RULES[kind](ended, hook);
    return { runs, why, failed, ms: performance.now() - fromMs };
  });
  const all = await Promise.all(rulings);
  const one = all.find(({ runs }) => runs === 'no') ?? all.find(({ runs }) => runs === 'yes') ?? all[0];
  return one ?? { runs: 'prompt', why: 'no hook fits', ms: 0, failed: false };
}

function registeredIn(kind: Kind, { folder, tool }: ToolCall): readonly Registered[] {
  const { file, event } = SETTINGS[kind];
  const { hooks } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  type Group = { readonly matcher?: string; readonly hooks?: readonly Registered[] } & Registered;
  const groups = hooks[event] as readonly Group[];
  return groups
    .filter(({ matcher }) => new RegExp(matcher ?? '').test(tool))
    .flatMap((group) => group.hooks ?? [group]);
}

/** What the agent writes to the standard input of a hook. */
export function messageFor(kind: Kind, { session, folder, tool, input, id }: ToolCall): object {
  const { event: hook_event_name } = SETTINGS[kind];
  const called = { hook_event_name, tool_name: tool, tool_input: input };
  if (kind === 'cursor')
    return {
      ...called,
      conversation_id: session,
      generation_id: 'g1',
      workspace_roots: [folder],
      cwd: folder,
      tool_use_id: id,
    };
  const common = { ...called, session_id: session, transcript_path: join(folder, 'transcript.jsonl'), cwd: folder };
  if (kind === 'gemini') return { ...common, timestamp: new Date().toISOString() };
  return {
    ...common,
    permission_mode: 'default',
    tool_use_id: id,
    ...(kind === 'codex' && { turn_id: 't1', model: 'm' }),
  };
}

function run({ command }: Registered, input: string, cwd: string, limitMs: number, started: (pid: number) => void) {
  return new Promise<Ended>((resolve) => {
    const shell = spawn('sh', ['-c', command], { cwd, detached: true });
    let [out, err] = ['', ''];
    shell.stdout.on('data', (chunk) => (out += chunk));
    shell.stderr.on('data', (chunk) => (err += chunk));
    const limit = setTimeout(() => process.kill(-shell.pid!, 'SIGKILL'), limitMs);
    shell.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, out, err });
    });
    // A hook may end before it has read its input.
    shell.stdin.on('error', () => {});
    shell.stdin.end(input);
    started(shell.pid!);
  });
}

type Ruled = readonly [runs: Ruling['runs'], why: string, failed?: boolean];

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Claude Code and Codex. */
function decided({ hookSpecificOutput }: Record<string, unknown>): Ruled | null {
  const { permissionDecision: decision, permissionDecisionReason: reason } = Object(hookSpecificOutput);
  if (decision === 'deny') return ['no', String(reason ?? '')];
  return decision === 'allow' ? ['yes', 'allowed'] : null;
}

const FIELDS = ['hookEventName', 'permissionDecision', 'permissionDecisionReason'];

const RULES: Record<Kind, (ended: Ended, hook: Registered) => Ruled> = {
  'claude-code': ({ code, out, err }, { onFailure }) => {
    if (code === 2) return ['no', err];
    if (code !== 0)
      return code === null && onFailure === 'block' ? ['no', 'the hook failed', true] : ['yes', 'failed', true];
    return (out === '' ? null : decided(parsed(out) ?? {})) ?? ['prompt', 'no opinion'];
  },
  codex: ({ code, out, err }) => {
    if (code === 2 && err.trim() !== '') return ['no', err];
    if (code !== 0) return ['yes', 'the hook failed, so the tool runs', true];
    const answer = out === '' ? {} : parsed(out);
    const given = Object(answer?.hookSpecificOutput ?? {});
    const isKnown = Object.keys(answer ?? { '': 0 }).every((name) => name === 'hookSpecificOutput');
    const isValid =
      isKnown && Object.keys(given).every((name) => FIELDS.includes(name)) && given.permissionDecision !== 'allow';
    const ruled = isValid ? decided(answer!) : null;
    if (!isValid || ruled?.[1] === '') return ['yes', 'the answer is invalid, so the tool runs', true];
    return ruled ?? ['prompt', 'no opinion'];
  },
  gemini: ({ code, out, err }) => {
    if (code === 2) return ['no', err];
    if (code !== 0) return ['yes', 'the hook failed, so the tool runs', true];
    const { decision, reason } = parsed(out) ?? {};
    if (decision === 'deny') return ['no', String(reason)];
    return decision === 'allow' ? ['yes', 'allowed'] : ['prompt', 'no opinion'];
  },
  cursor: ({ code, out }, { failClosed }) => {
    const answer = code === 0 ? parsed(out) : null;
    if (code === 2) return ['no', 'denied'];
    if (code !== 0 && code !== null) return ['yes', 'the hook failed, so the tool runs', true];
    if (answer === null) return failClosed === true ? ['no', 'the hook failed', true] : ['yes', 'failed', true];
    return answer.permission === 'deny' ? ['no', String(answer.agent_message)] : ['yes', 'allowed'];
  },
};
