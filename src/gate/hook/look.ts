/** What a call would do, as this machine has it now: its arguments, the file that it changes, and the rules. */
import { isUtf8 } from 'node:buffer';
import { execFile } from 'node:child_process';
import { lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { canonicalJson, operationHash } from '../../client';
import { jsonDigestOf, sha256 } from '../core/json';
import { judge, LONGEST_PARAM } from '../core/judge';
import type { JsonObject, Refusal } from '../core/types';
import { AGENTS, type Agent, type AgentCall, Unusable } from './agents';
import { callerOf, configFor, type Hook, UPSTREAM } from './config';
import { difference } from './difference';

export type Look =
  | { readonly kind: 'pass' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | ({ readonly kind: 'asks' } & Asked);

export interface Asked {
  /** The same call has the same key, whatever its description is. */
  readonly key: string;
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  /** Documents by their names. */
  readonly evidence: Readonly<Record<string, string>>;
  readonly arguments: JsonObject;
  readonly executeWithinSeconds: number;
}

/** A limit of the service. */
const LARGEST_DOCUMENT = 256 * 1024;
const GIT_MS = 1000;
/** What is a document if it does not fit into a param. */
const DOCUMENTS = ['command', 'file', 'input'];

/** Throws `Unusable` if people could not be shown the call. */
export async function lookAt(hook: Hook, name: string, call: AgentCall): Promise<Look> {
  const agent = AGENTS[name]!;
  const { command, file, description, change, digests, rest } = workOf(agent, call);
  const folder = realpathSync(call.folder);
  const isShown = Object.keys(rest).length === 0 && (command ?? file) !== undefined;
  const input = isShown ? undefined : canonicalJson(rest);
  const place = { agent: `${name}, ${hook.name}`, session: call.session, folder, ...(await gitIn(folder)) };
  const all = Object.entries({ ...place, command, file, input, description });
  const given = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as JsonObject;
  const long = DOCUMENTS.filter((each) => Object.hasOwn(given, each) && !isShort(given[each] as string));
  const short = Object.keys(given).filter((each) => !long.includes(each));
  const shown = {
    params: Object.fromEntries(short.map((each) => [each, `{${each}}`])),
    evidence: Object.fromEntries(long.map((each) => [each, each])),
  };
  const config = configFor(hook, agent, call, command ?? canonicalJson(call.input), shown);
  // An agent does not list its tools.
  const definition = { name: call.tool };
  const about = { caller: callerOf(hook), upstream: UPSTREAM, tool: call.tool, definition, listed: [definition] };
  const judged = judge(config, { ...about, arguments: given });
  if (judged.kind !== 'gated') return judged;
  const { upstream: _, tool_definition: __, caller, ...judgedParams } = judged.params;
  const params = { ...judgedParams, ...(change !== null && { 'evidence.change': sha256(change) }) };
  const evidence = { ...judged.evidence, ...(change !== null && { change }) };
  const same = [caller!, name, call.session, call.tool, folder, command ?? null, file ?? null, rest, digests];
  const key = jsonDigestOf(same).slice('sha256:'.length);
  const { action, executeWithin: executeWithinSeconds } = judged;
  return { kind: 'asks', key, action, params, evidence, arguments: given, executeWithinSeconds };
}

/** Whether it is what people were asked. A description is for people only, and another one asks them for nothing else. */
export function isSame(create: { readonly action: string; readonly params?: Asked['params'] }, now: Asked): boolean {
  const told = (params: Asked['params'] = {}) => {
    const { description: _, let_through_before: __, ...rest } = params;
    return rest;
  };
  return operationHash(create.action, told(create.params)) === operationHash(now.action, told(now.params));
}

const isShort = (value: string): boolean => value.length <= LONGEST_PARAM && !/[\n\r]/.test(value);

interface Work {
  readonly command?: string;
  /** What the model says of its command. */
  readonly description?: string;
  /** The file that would be changed, without links. */
  readonly file?: string;
  readonly change: string | null;
  /** Of what is in the files now. */
  readonly digests: readonly string[];
  /** The arguments that nothing above shows. */
  readonly rest: JsonObject;
}

function workOf(agent: Agent, { tool, folder, input }: AgentCall): Work {
  const { command, ...rest } = input;
  const isWrite = agent.writes.includes(tool);
  if (typeof command === 'string' && tool === agent.shell) {
    const { description, ...more } = rest;
    if (typeof description !== 'string') return { command, change: null, digests: [], rest };
    const told = description.slice(0, LONGEST_PARAM).toWellFormed();
    return { command, description: told, change: null, digests: [], rest: more };
  }
  if (typeof command === 'string' && isWrite) {
    // A patch names its files. One behind a link is shown where it leads.
    const named = [...command.matchAll(/^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$/gm)];
    const files = named.map(([, path]) => realPath(resolve(folder, path!.trim())));
    const digests = files.map((each) => digestOf(contentOf(each)));
    return { command, file: files.join('\n'), change: null, digests, rest };
  }
  const [name = '', second] = PATHS.filter((each) => input[each] !== undefined);
  const { [name]: named, ...more } = input;
  // With two paths nobody knows here which file would be changed, so people are shown both.
  if (!isWrite || typeof named !== 'string' || second !== undefined) return { change: null, digests: [], rest: input };
  const file = realPath(resolve(folder, named));
  const before = contentOf(file);
  const after = afterOf(before ?? '', more);
  if (after === null) return { file, change: null, digests: [digestOf(before)], rest: more };
  const change = difference(file, before, after);
  if (Buffer.byteLength(change) > LARGEST_DOCUMENT) throw new Unusable('The change is larger than 256 KiB.');
  return { file, change, digests: [digestOf(before), digestOf(after)], rest: withoutChange(more) };
}

const digestOf = (content: string | null): string => (content === null ? 'none' : sha256(content));

const PATHS = ['file_path', 'path', 'notebook_path'];
const CONTENTS = ['content', 'contents', 'edits', 'old_string'];

const withoutChange = (input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(input).filter(([name]) => ![...CONTENTS, 'new_string'].includes(name)));

/** Null if it cannot be known. People are then shown the arguments. */
function afterOf(before: string, input: JsonObject): string | null {
  if (CONTENTS.filter((each) => input[each] !== undefined).length !== 1) return null;
  const content = input.content ?? input.contents;
  if (content !== undefined) return typeof content === 'string' ? content : null;
  const edits = (Array.isArray(input.edits) ? input.edits : [input]) as readonly JsonObject[];
  return edits.reduce<string | null>((text, edit) => {
    const { old_string: from, new_string: to } = Object(edit) as JsonObject;
    if (text === null || typeof from !== 'string' || typeof to !== 'string') return null;
    if (from === '') return text === '' ? to : null;
    const parts = text.split(from);
    const isAll = edit.replace_all === true || edit.allow_multiple === true;
    return parts.length === 2 || (parts.length > 2 && isAll) ? parts.join(to) : null;
  }, before);
}

/** Null: there is no file. */
function contentOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (!found.isFile()) throw new Unusable('The call changes something that is no file.');
  if (found.size > LARGEST_DOCUMENT) throw new Unusable('The file is larger than 256 KiB.');
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Unusable('The file is no text, so people could not be shown the change.');
  return bytes.toString('utf8');
}

/** Also of a file that is not there yet, and behind a link whose target is not. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    if (isLink) return realPath(resolve(dirname(path), readlinkSync(path)));
    return join(realPath(dirname(path)), basename(path));
  }
}

/** As the agent's machine says. Nothing if git does not answer within a second, or if it is no repository. */
function gitIn(folder: string): Promise<{ readonly repository?: string; readonly branch?: string }> {
  const args = ['-C', folder, 'rev-parse', '--show-toplevel', '--abbrev-ref', 'HEAD'];
  return new Promise((answer) =>
    execFile('git', args, { timeout: GIT_MS, killSignal: 'SIGKILL' }, (error, stdout) => {
      const [repository, branch] = stdout.trim().split('\n');
      answer(error === null && repository ? { repository, branch } : {});
    }),
  );
}
