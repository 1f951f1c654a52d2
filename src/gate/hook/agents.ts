/** What the hooks of agents take and answer, as docs/agent-hooks.md has it with the pages that were read. */
import { unsafeNumberIn } from '../core/faults';
import { isList, isObject } from '../core/json';
import type { Json, JsonObject } from '../core/types';

/** One call of a tool, as an agent describes it. */
export interface AgentCall {
  readonly session: string;
  /** Without links it is where a command runs. */
  readonly folder: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** The agent's own id of this call, or null if it has none. */
  readonly callId: string | null;
}

export interface Agent {
  readonly event: string;
  /** Runs a command of a shell, in `command`. */
  readonly shell: string;
  /** Change a file. */
  readonly writes: readonly string[];
  /** Read, or change only what the agent knows. */
  readonly reads: readonly string[];
  /** Its tools of MCP servers, with the name of a server. */
  readonly mcp: (server: string) => string;
  /** What is printed. Null: nothing, and the agent's own permissions decide. */
  readonly deny: (text: string) => object;
  readonly allow: object | null;
  readonly pass: object | null;
  /** Where its settings are in a project, and one registration with everything that closes on a failure. */
  readonly settings: string;
  readonly register: (command: string, timeoutSeconds: number, matcher: Matcher) => object;
  /** What its users must do before it runs, or must know. */
  readonly note: string;
}

type Matcher = { readonly matcher?: string };

const decision = (permissionDecision: 'allow' | 'deny', permissionDecisionReason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason },
});
const inGroup =
  (unitsInSecond: number, more: object = {}): Agent['register'] =>
  (command, seconds, matcher) => ({
    ...{ ...matcher, hooks: [{ type: 'command', command, timeout: seconds * unitsInSecond, ...more }] },
  });
const CLAUDE: Agent = {
  event: 'PreToolUse',
  shell: 'Bash',
  writes: ['Write', 'Edit', 'MultiEdit', 'NotebookEdit'],
  reads: ['Read', 'Glob', 'Grep', 'LS', 'TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
  mcp: (server) => `mcp__${server}__`,
  deny: (text) => decision('deny', text),
  allow: decision('allow', 'People approved this call.'),
  pass: null,
  settings: '.claude/settings.json',
  register: inGroup(1, { onFailure: 'block' }),
  note: 'Use version 2.1.295 or later: an older one ignores onFailure.',
};

export const AGENTS: Readonly<Record<string, Agent>> = {
  'claude-code': CLAUDE,
  codex: {
    ...CLAUDE,
    writes: ['apply_patch'],
    reads: [],
    allow: null,
    settings: '.codex/hooks.json',
    register: inGroup(1),
    note: 'Trust the hook in /hooks, now and after each change: Codex skips it until then. WebSearch does not start it.',
  },
  gemini: {
    ...CLAUDE,
    event: 'BeforeTool',
    shell: 'run_shell_command',
    writes: ['write_file', 'replace'],
    reads: ['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search', 'write_todos'],
    deny: (reason) => ({ decision: 'deny', reason }),
    allow: { decision: 'allow' },
    settings: '.gemini/settings.json',
    register: inGroup(1000),
    note: 'Trust the folder: Gemini CLI skips the hooks of a project until then.',
  },
  cursor: {
    event: 'preToolUse',
    shell: 'Shell',
    writes: ['Write', 'StrReplace', 'Delete'],
    reads: ['Read', 'Grep', 'Glob', 'LS', 'TodoWrite'],
    mcp: (server) => `MCP:${server}`,
    deny: (text) => ({ permission: 'deny', user_message: text, agent_message: text }),
    allow: { permission: 'allow' },
    // No output is a failure under failClosed.
    pass: { permission: 'allow' },
    settings: '.cursor/hooks.json',
    register: (command, timeout, matcher) => ({ command, timeout, failClosed: true, ...matcher }),
    note: 'Trust the workspace: Cursor skips the hooks of a project until then.',
  },
};

/** Throws `Unusable` with what is wrong. */
export class Unusable extends Error {}

/** The document that an agent writes to standard input. */
export function callIn(text: string, { event }: Agent): AgentCall {
  let sent: Json;
  try {
    sent = JSON.parse(text) as Json;
  } catch {
    throw new Unusable('The input of the hook is not JSON.');
  }
  const unsafe = unsafeNumberIn(text);
  if (unsafe !== null) throw new Unusable('A number of the call would change on its way. Send it as a string.');
  const { hook_event_name, session_id, conversation_id, cwd, workspace_roots, tool_name, tool_use_id, ...more } =
    isObject(sent) ? sent : ({} as JsonObject);
  if (hook_event_name !== event) throw new Unusable(`Register the hook for ${event}, not for ${hook_event_name}.`);
  const input = typeof more.tool_input === 'string' ? objectIn(more.tool_input) : more.tool_input;
  const folder = cwd ?? (isList(workspace_roots) ? workspace_roots[0] : undefined);
  if (!isObject(input)) throw new Unusable('The call has no tool_input.');
  return {
    session: given('session_id', session_id ?? conversation_id),
    folder: given('cwd', folder),
    tool: given('tool_name', tool_name),
    input,
    callId: tool_use_id === undefined || tool_use_id === null ? null : given('tool_use_id', tool_use_id),
  };
}

/** Cursor sends the arguments of MCP tools as a text. */
function objectIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function given(name: string, value: Json | undefined): string {
  if (typeof value !== 'string' || value === '') throw new Unusable(`The call has no ${name}.`);
  return value;
}
