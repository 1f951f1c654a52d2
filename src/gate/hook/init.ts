/** `request-authorization-gate hook init`: a configuration, and the registration of the hook in the settings of an agent. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AGENTS, type Agent, Unusable } from './agents';
import { type Hook, type HookRule, readHook, rulesThatAsk } from './config';

export const HOOK_USAGE = `request-authorization-gate hook --agent AGENT --config FILE --timeout SECONDS

The hook of an agent (${Object.keys(AGENTS).join(', ')}), which the agent starts before it runs a tool.

request-authorization-gate hook init --agent AGENT --service URL --operator OP --action ACTION --template TEMPLATE

Writes a configuration for an agent that proposes in the name of OP, and registers the hook in its settings in this folder.

  --template TEMPLATE  everything: people are asked about every call, except tools that read and a few commands
                       listed: they are asked about listed commands, and the agent's permissions decide about the rest
  --gate NAME          an MCP server that is a gate, which asks people itself (can be given several times)
  --tool NAME          with listed: another tool that people are asked about (can be given several times)
  --config FILE        the configuration (hook.json). If it is there, it is kept, and its tools are checked
  --name NAME          names the agent to people (the agent's name)
`;
const [ONE, SEVERAL] = [{ type: 'string' }, { type: 'string', multiple: true, default: [] as string[] }] as const;
const FILE = { type: 'string', default: 'hook.json' } as const;
const ONCE = { agent: ONE, service: ONE, operator: ONE, action: ONE, template: ONE, name: ONE } as const;
const OPTIONS = { ...ONCE, config: FILE, gate: SEVERAL, tool: SEVERAL } as const;
const TIMEOUT_SECONDS = 120;
const KEY_FILE = 'hook.key';

/** None of them can write a file or run something. */
const PROGRAMS = ['pwd', 'ls', 'cat', 'head', 'tail', 'wc'];
const COMMANDS = [
  ...['terraform apply', 'terraform destroy', 'tofu apply', 'pulumi up', 'cdk deploy', 'git push', 'gh pr merge'],
  ...['kubectl apply', 'kubectl delete', 'helm upgrade', 'helm uninstall', 'docker push', 'npm publish', 'aws '],
  ...['gcloud ', 'az ', 'psql', 'mysql', 'migrate', 'ssh ', 'rm -rf', 'rm -fr'],
];

export function initHook(args: readonly string[]): string {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { agent: name = '', action = '', config } = values;
  const agent = AGENTS[name];
  if (agent === undefined) throw new Unusable(`--agent must be ${Object.keys(AGENTS).join(' or ')}.`);
  const path = resolve(config);
  const isNew = !existsSync(path);
  if (isNew) writeNew(path, draftOf({ ...values, agent: name }, agent));
  const hook = readHook(path);
  if (!existsSync(hook.key_file)) writeFileSync(hook.key_file, '', { mode: 0o600, flag: 'wx' });
  const unknown = unknownTools(hook, agent);
  register(agent, commandFor(name, path), matcherFor(hook, agent));
  return [
    `${path} ${isNew ? 'has the rules. Read them' : 'was there, and is kept'}. The hook is in ${agent.settings} of this folder.`,
    ...unknown.map((tool) => `${name} may have no tool "${tool}", so no rule about it would be used.`),
    `1. Put an API key with the scopes propose and read, limited to this action, into ${hook.key_file}. Only you may read the file.`,
    `2. ${agent.note}`,
    ...(isNew
      ? [`3. Let an admin make the action ${action} with this display, and with "deny_self_approval": true:`, DISPLAY]
      : []),
    '',
  ].join('\n');
}

type Given = { readonly [Name in 'service' | 'operator' | 'action' | 'template' | 'name']?: string | undefined } & {
  readonly agent: string;
  readonly gate: readonly string[];
  readonly tool: readonly string[];
};

function draftOf({ service, operator, action, template, name, agent: kind, gate, tool }: Given, agent: Agent): object {
  if (!service || !operator || !action || !['everything', 'listed'].includes(template ?? ''))
    throw new Unusable(`--service, --operator, --action and --template are needed.\n\n${HOOK_USAGE}`);
  const pass = (each: string) => ({ tool: each, do: 'pass' });
  const shell = { tool: agent.shell };
  const everything = [{ ...shell, do: 'pass', program: PROGRAMS }, ...agent.reads.map(pass), { tool: '*', action }];
  const listed = [{ ...shell, contains: COMMANDS, action }, ...tool.map((each) => ({ tool: each, action })), pass('*')];
  const rules = [
    ...gate.map((server) => ({ ...pass(`${agent.mcp(server)}*`), note: 'A gate, which asks people itself.' })),
    ...(template === 'everything' ? everything : listed),
  ];
  return {
    name: name ?? kind,
    service: { url: service },
    operator,
    key_file: KEY_FILE,
    ledger: { folder: 'hook-ledger' },
    rules,
  };
}

function writeNew(path: string, config: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

/** An agent does not list its tools, so they are compared with a table. Those of MCP servers are in none. */
function unknownTools({ rules }: Hook, { shell, writes, reads }: Agent): readonly string[] {
  const known = ['*', shell, ...writes, ...reads];
  return rules.map(({ tool }) => tool).filter((tool) => !/^mcp__|^MCP:/.test(tool) && !known.includes(tool));
}

/** Only tools that a rule asks about or refuses. Every agent takes this pattern. */
function matcherFor(hook: Hook, agent: Agent): { readonly matcher?: string } {
  const tools = [...new Set(rulesThatAsk(hook).map(({ tool }: HookRule) => tool))];
  if (tools.includes('*')) return {};
  const pattern = (tool: string) => tool.replace(/[.^$+?()[\]{}|\\]/g, '\\$&').replace(/\*$/, '.*');
  return { matcher: `^(${(tools.length > 0 ? tools : [agent.shell]).map(pattern).join('|')})$` };
}

/** A missing program, a crash and a killed process deny too, with a text, because Codex ignores exit code 2 without one. */
function commandFor(agent: string, config: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const program = [process.execPath, ...process.execArgv, realpathSync(process.argv[1]!)].map(quoted).join(' ');
  const failed = `{ echo 'The authorization hook failed. Nothing was approved.' >&2; exit 2; }`;
  return `${program} hook --agent ${agent} --config ${quoted(config)} --timeout ${TIMEOUT_SECONDS} || ${failed}`;
}

/** In place of an earlier registration. Everything else stays. */
function register(agent: Agent, command: string, matcher: { readonly matcher?: string }): void {
  const path = join(process.cwd(), agent.settings);
  type Settings = { readonly hooks?: Readonly<Record<string, readonly object[]>> };
  const settings = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Settings) : {};
  const others = (settings.hooks?.[agent.event] ?? []).filter(
    (each) => !JSON.stringify(each).includes(' hook --agent '),
  );
  const hooks = { ...settings.hooks, [agent.event]: [...others, agent.register(command, TIMEOUT_SECONDS, matcher)] };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ ...(agent === AGENTS.cursor && { version: 1 }), ...settings, hooks }, null, 2)}\n`,
  );
}

const line = (param: string, label: string, type = 'code') => ({ param, label, format: { type } });
const LINES = {
  ...{ command: 'Command', file: 'File', input: 'Arguments', folder: 'Folder', repository: 'Repository' },
  ...{ branch: 'Branch', tool: 'Tool', agent: 'Agent', session: 'Session', let_through_before: 'Let through before' },
};
const KINDS = { command: 'text', change: 'diff', input: 'json', file: 'text' };
const DISPLAY = JSON.stringify({
  ...{ v: 1, renderer: 1, title: '{agent}: {tool}', hosts: [] },
  params: [
    ...Object.entries(LINES).map(([param, label]) => line(param, label)),
    line('description', 'Description', 'text'),
  ],
  evidence: Object.entries(KINDS).map(([name, kind]) => ({ name, kind })),
});
