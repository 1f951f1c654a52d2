/** `request-authorization-gate init`: a configuration for a server, in which people are asked about every tool. */

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type GateLog,
  isDocument,
  isParam,
  type JsonObject,
  LONGEST_PARAM,
  MOST_ARGUMENTS,
  MOST_DOCUMENTS,
  OWN_PARAMS,
  parseConfig,
  sha256,
} from '../core';
import { UsageError } from './command';
import type { Environment } from './connections';
import { mistakesOfUpstreams } from './mistakes';
import { openUpstreams } from './upstreams';

export const INIT_USAGE = `request-authorization-gate init --upstream NAME --service URL --operator OP --action ACTION -- COMMAND ARGS…

Lists the tools of the server that COMMAND starts, and writes a configuration in which people are asked about each of them.

  --upstream NAME   the name of the server in the configuration
  --service URL     the service, where people decide
  --operator OP     the operator in whose name the agent proposes
  --action ACTION   the action of the requests: its policy decides who is asked
  --env NAME        an environment variable that the server gets (can be given several times)
  --config FILE     where to write it (gate.json)
  --pass-read-only  lets tools pass that say readOnlyHint: true and openWorldHint: false
`;
const OPTIONS = {
  upstream: { type: 'string' },
  service: { type: 'string' },
  operator: { type: 'string' },
  action: { type: 'string' },
  env: { type: 'string', multiple: true, default: [] as string[] },
  config: { type: 'string', default: 'gate.json' },
  'pass-read-only': { type: 'boolean', default: false },
} as const;
const CALLER = 'agent';

/** What to print. The caller's token is in it, and nowhere else. */
export async function init(args: readonly string[], env: Environment, log: GateLog): Promise<string> {
  const { values, command } = optionsIn(args);
  const { upstream: name, config: path } = values;
  const token = randomBytes(32).toString('base64url');
  const draft = draftOf(values, command, sha256(token));
  const tools = await toolsOf(draft, env, log);
  const made = tools.map((tool) => ruleToAsk(name, values.action, tool, values['pass-read-only']));
  const config = { ...draft, rules: made.flatMap(({ rule }) => (rule === null ? [] : [rule])) };
  const parsed = parseConfig(config);
  if ('mistakes' in parsed) throw new UsageError(parsed.mistakes.join('\n'));
  write(path, config);
  return said(
    path,
    token,
    config.rules.length,
    made.flatMap(({ notes }) => notes),
  );
}

function optionsIn(args: readonly string[]) {
  const end = args.indexOf('--');
  const command = end < 0 ? [] : args.slice(end + 1);
  try {
    const { values } = parseArgs({ args: end < 0 ? [...args] : args.slice(0, end), options: OPTIONS });
    const { upstream, service, operator, action } = values;
    if (upstream && service && operator && action && command.length > 0)
      return { values: { ...values, upstream, service, operator, action }, command };
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${INIT_USAGE}`);
  }
  throw new UsageError(
    `--upstream, --service, --operator, --action and a command after -- are needed.\n\n${INIT_USAGE}`,
  );
}

type Options = ReturnType<typeof optionsIn>['values'];

function draftOf({ upstream, service, operator, env }: Options, [command, ...args]: readonly string[], token: string) {
  return {
    // No other gate has this name, so none takes the calls of this one for its own.
    name: `${upstream.slice(0, 23)}-${randomBytes(4).toString('hex')}`,
    service: { url: service },
    listen: { host: '127.0.0.1', port: 8080, url: 'http://127.0.0.1:8080/mcp' },
    ledger: { folder: `${upstream}-ledger` },
    upstreams: { [upstream]: { command, args, ...(env.length > 0 && { env }) } },
    rules: [],
    callers: [{ name: CALLER, token, operator }],
  };
}

async function toolsOf(draft: object, env: Environment, log: GateLog): Promise<readonly JsonObject[]> {
  const parsed = parseConfig(draft);
  if ('mistakes' in parsed) throw new UsageError(parsed.mistakes.join('\n'));
  const mistakes = mistakesOfUpstreams(parsed.config, env);
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'));
  const upstreams = openUpstreams(parsed.config, env, log, Date.now);
  try {
    return await upstreams.list(Object.keys(parsed.config.upstreams)[0]!);
  } catch (error) {
    throw new UsageError(`The server does not list its tools: ${(error as Error).message}`);
  } finally {
    await upstreams.close();
  }
}

function write(path: string, config: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(`${path} is there already. Choose another file with --config.`);
  }
}

function said(path: string, token: string, tools: number, notes: readonly string[]): string {
  return [
    `${path} has a rule for each of ${tools} tools. Read them before you start the gate.`,
    ...notes,
    `A call with an argument of more than ${LONGEST_PARAM} characters is refused until a rule gives it as a document ("evidence").`,
    `Only tools are served. For more, add to the upstream: "serves": ["resources", "prompts", "completion"]. Nobody is asked about these.`,
    `The token of the caller "${CALLER}", which is shown only now: ${token}`,
    '',
  ].join('\n');
}

interface Made {
  /** Null: no rule can name the tool, so the gate refuses it. */
  readonly rule: JsonObject | null;
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

/** The rule with which people are asked about every call of a tool. */
export function ruleToAsk(upstream: string, action: string, tool: JsonObject, passReadOnly: boolean): Made {
  const name = String(tool.name);
  if (name === '' || name === '*') return { rule: null, notes: [`A tool with the name "${name}" is left out.`] };
  const at = { upstream, tool: name };
  if (passReadOnly && saysThatItOnlyReads(tool)) {
    return { rule: { ...at, do: 'pass', note: PASSES }, notes: [`${name} passes without people. ${PASSES}`] };
  }
  const properties = propertiesOf(tool);
  const names = Object.keys(properties);
  const fault = faultOf(names);
  if (fault !== null) return { rule: { ...at, do: 'refuse', note: fault }, notes: [`${name} is refused. ${fault}`] };
  const long = names.filter((each) => Number(Object(properties[each]).maxLength ?? 0) > LONGEST_PARAM);
  const documents = long.filter(isDocument).slice(0, MOST_DOCUMENTS);
  const left = long.filter((each) => !documents.includes(each));
  const params = paramsFor(names.filter((each) => !documents.includes(each)));
  const rule = { ...at, action, params };
  const notes = left.map(
    (each) => `${name} needs a document for its argument ${each}, which can be too long for a param.`,
  );
  if (documents.length === 0) return { rule, notes };
  const evidence = Object.fromEntries(documents.map((each) => [each, each]));
  return { rule: { ...rule, evidence }, notes: [...notes, displayNote({ ...rule, evidence }, tool)] };
}

/** What an admin adds to the action, so that people read the documents and not their digests. */
function displayNote({ tool: name, action, params, evidence }: RuleToShow, { inputSchema }: JsonObject): string {
  const { required } = inputSchema as { readonly required?: readonly string[] };
  const paramOf = new Map([
    ...Object.entries(params).map(([param, template]) => [template.slice(1, -1), param] as const),
    ...Object.entries(evidence).map(([document, argument]) => [argument, `evidence.${document}`] as const),
  ]);
  const needed = [...paramOf].filter(([argument]) => required?.includes(argument)).map(([, param]) => param);
  const documents = Object.keys(evidence).map((document) => ({ name: document, kind: 'text' }));
  return [
    `People read ${Object.keys(evidence).join(', ')} of ${name} only if the action ${action} declares it. Paste into its display:`,
    `  "evidence": ${JSON.stringify(documents)}`,
    `and into its policy, if no other tool has this action:`,
    `  "required_params": ${JSON.stringify(needed)}`,
  ].join('\n');
}

interface RuleToShow {
  readonly tool: string;
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<string, string>>;
}

const PASSES = 'The server says readOnlyHint: true and openWorldHint: false, and --pass-read-only was given.';

function saysThatItOnlyReads({ annotations }: JsonObject): boolean {
  const { readOnlyHint, openWorldHint } = Object(annotations ?? {}) as JsonObject;
  return readOnlyHint === true && openWorldHint === false;
}

const propertiesOf = ({ inputSchema }: JsonObject) =>
  Object((inputSchema as JsonObject).properties ?? {}) as JsonObject;

/** Why people cannot be shown all arguments. */
function faultOf(names: readonly string[]): string | null {
  if (names.length > MOST_ARGUMENTS) {
    return `It has ${names.length} arguments, and people can be shown ${MOST_ARGUMENTS}.`;
  }
  // A dot leads into an argument, and a brace ends its name.
  const unshown = names.find((name) => name === '' || /[.{}]/.test(name));
  return unshown === undefined ? null : `No param can show its argument "${unshown}".`;
}

/** Each argument under its own name, or under another one if the gate or the service has no param of this name. */
function paramsFor(names: readonly string[]): Record<string, string> {
  const taken = new Set<string>([...names, ...OWN_PARAMS]);
  return Object.fromEntries(
    names.map((name, index) => {
      if (isParam(name)) return [name, `{${name}}`];
      let param = `argument_${index + 1}`;
      while (taken.has(param)) param = `${param}_`;
      taken.add(param);
      return [param, `{${name}}`];
    }),
  );
}
