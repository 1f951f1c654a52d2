/** `hook.json`, and the configuration of the gate that is made of it for one call. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type GateConfig, parseInProcess } from '../core/config';
import * as is from '../core/read';
import type { Caller } from '../core/types';
import { type Agent, type AgentCall, Unusable } from './agents';

export type HookRule = ReturnType<typeof HOOK>['rules'][number];
export type Hook = ReturnType<typeof HOOK>;

const asItIs: is.Read<unknown> = ({ value }) => value;
const texts = is.optional(is.list(is.text()));
const CALLS = { tool: is.text(), when: asItIs, note: asItIs, program: texts, contains: texts };
const ASKS = { ...CALLS, action: asItIs, execute_within: asItIs };
const HOOK = is.object({
  name: is.text(),
  service: is.object({ url: is.address, console: is.optional(is.address) }),
  operator: is.text(),
  key_file: is.text(),
  ledger: is.object({ folder: is.text() }),
  rules: is.list(is.either('do', is.object({ ...CALLS, do: asItIs }), is.object(ASKS))),
});

/** Throws `Unusable` with everything that is wrong. */
export function readHook(path: string): Hook {
  const mistakes: string[] = [];
  let hook: Hook;
  try {
    hook = HOOK({ value: JSON.parse(readFileSync(path, 'utf8')), path: '', mistakes });
  } catch (error) {
    throw new Unusable(`${path} cannot be read as JSON: ${(error as Error).message}.`);
  }
  if (mistakes.length === 0) mistakes.push(...hook.rules.flatMap(mistakesIn));
  if (mistakes.length > 0) throw new Unusable([`${path} has mistakes:`, ...mistakes].join('\n  '));
  configOf(hook);
  const beside = (file: string) => resolve(dirname(path), file);
  return { ...hook, key_file: beside(hook.key_file), ledger: { folder: beside(hook.ledger.folder) } };
}

/** An agent chooses the command, so a list of programs may only let pass, and a text that is found may only stop. */
function mistakesIn(rule: HookRule, index: number): string[] {
  const isPass = 'do' in rule && rule.do === 'pass';
  const at = `rules[${index}]`;
  return [
    ...(rule.program !== undefined && !isPass ? [`${at}.program: is allowed only with "do": "pass".`] : []),
    ...(rule.contains !== undefined && isPass ? [`${at}.contains: is not allowed with "do": "pass".`] : []),
    ...(rule.contains?.length === 0 ? [`${at}.contains: must have a text.`] : []),
  ];
}

/** Throws `Unusable` if somebody else can read it. */
export function keyIn(path: string): string {
  const { mode } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (mode === undefined) throw new Unusable(`There is no key file ${path}.`);
  if ((mode & 0o077) !== 0) throw new Unusable(`Others can read ${path}. Set its mode: chmod 600 ${path}`);
  const key = readFileSync(path, 'utf8').trim();
  if (key === '') throw new Unusable(`${path} is empty. Put an API key with the scopes propose and read into it.`);
  return key;
}

export const UPSTREAM = 'agent';
export const callerOf = ({ name, operator }: Hook): Caller => ({ id: `token:${name}`, operator });

/** With the rules that are about this call, each with what people are shown of it. */
export function configFor(hook: Hook, agent: Agent, call: AgentCall, text: string, shown: object): GateConfig {
  const fitting = hook.rules.filter((rule) => fits(rule, agent, call, text));
  return configOf(hook, fitting, { tool: call.tool }, shown);
}

function configOf({ name, service, operator, rules: all }: Hook, rules = all, changes = {}, shown = {}): GateConfig {
  const given = rules.map(({ program: _, contains: __, ...rule }) => ({
    ...{ ...rule, ...changes, ...('do' in rule ? {} : shown) },
  }));
  const parsed = parseInProcess({ name, service, operator }, UPSTREAM, given);
  if ('mistakes' in parsed) throw new Unusable(parsed.mistakes.join('\n'));
  return parsed.config;
}

/** Nothing that a shell would read as more than words. */
const PLAIN = /^[A-Za-z0-9 _./=:,@%+-]+$/;

function fits({ tool, program, contains }: HookRule, agent: Agent, call: AgentCall, text: string): boolean {
  const isNamed = tool.endsWith('*') ? call.tool.startsWith(tool.slice(0, -1)) : call.tool === tool;
  if (!isNamed) return false;
  if (contains !== undefined) return contains.some((each) => oneLine(text).includes(oneLine(each)));
  if (program === undefined) return true;
  return call.tool === agent.shell && PLAIN.test(text) && program.includes(text.split(' ', 1)[0]!);
}

/** A shell reads any blanks as one. */
const oneLine = (text: string): string => text.replace(/(?:\\\n|\s)+/g, ' ');

export const rulesThatAsk = ({ rules }: Hook): readonly HookRule[] =>
  rules.filter((rule) => !('do' in rule && rule.do === 'pass'));
