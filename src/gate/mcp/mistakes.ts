/** What would keep a gate from working and is not seen in its configuration alone: names that stand twice, and the host. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { sealIntent } from '../../client';
import type { GateConfig } from '../core';
import type { Environment } from './connections';
import { SECRETS } from './start';

/** Places of names that stand twice in one object. `JSON.parse` keeps the last one, and says nothing. */
export function namesTwiceIn(json: string): string[] {
  const twice: string[] = [];
  const above: Frame[] = [{ path: '', index: null, names: new Set() }];
  let last = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/gs)) {
    const frame = above.at(-1)!;
    if (token === '{' || token === '[')
      above.push({ path: placeIn(frame), index: token === '[' ? 0 : null, names: new Set() });
    else if (token === '}' || token === ']') above.pop();
    else if (token === ',' && frame.index !== null) frame.index += 1;
    else if (token === ':') {
      frame.name = JSON.parse(last) as string;
      if (frame.names.has(frame.name)) twice.push(`${placeIn(frame)}: stands twice.`);
      frame.names.add(frame.name);
    }
    last = token;
  }
  return twice;
}

interface Frame {
  readonly path: string;
  /** Null in an object. */
  index: number | null;
  readonly names: Set<string>;
  name?: string;
}

function placeIn({ path, index, name = '' }: Frame): string {
  if (index !== null) return `${path}[${index}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** `config` is null if it has mistakes of its own. */
export function mistakesOfHost(config: GateConfig | null, env: Environment): string[] {
  const missing = Object.keys(SECRETS).filter((secret) => !env[secret]);
  const variables = missing.length === 1 ? 'variable' : 'variables';
  return [
    ...(missing.length > 0 ? [`Set the environment ${variables} ${missing.join(', ')}.`] : []),
    ...keysIn(env.GATE_INTENT_KEYS || null),
    ...(config === null ? [] : mistakesOfUpstreams(config, env)),
  ];
}

export function mistakesOfUpstreams({ upstreams }: GateConfig, env: Environment): string[] {
  return Object.entries(upstreams).flatMap(([name, upstream]) => {
    const at = `upstreams.${name}`;
    if ('url' in upstream) {
      const token = upstream.token_env ? unfit(`${at}.token_env`, upstream.token_env, env) : [];
      const others = Object.entries(upstream.headers_env);
      return [...token, ...others.flatMap(([header, each]) => unfit(`${at}.headers_env.${header}`, each, env))];
    }
    const program = canStart(upstream.command, env)
      ? []
      : [`${at}.command: there is no program "${upstream.command}".`];
    return [...program, ...upstream.env.flatMap((each, index) => unset(`${at}.env[${index}]`, each, env))];
  });
}

const unset = (at: string, name: string, env: Environment): string[] =>
  env[name] ? [] : [`${at}: the environment variable ${name} is not set.`];

/** The message must not have the value in it. */
const unfit = (at: string, name: string, env: Environment): string[] =>
  /^[\x20-\x7e]*$/.test(env[name] ?? '')
    ? unset(at, name, env)
    : [`${at}: the value of ${name} has a character that no header takes.`];

/** The message must not have a key in it. */
function keysIn(list: string | null): string[] {
  const keys = list?.split(',') ?? [];
  return keys.flatMap((key, index) => {
    try {
      sealIntent({ keys: [key], action: 'a', client: 'a', method: 'a' });
      return [];
    } catch {
      return [`GATE_INTENT_KEYS: number ${index + 1} of ${keys.length} is no key. A key has 32 bytes, in base64.`];
    }
  });
}

function canStart(command: string, { PATH = '' }: Environment): boolean {
  const places = command.includes('/') ? [command] : PATH.split(delimiter).map((folder) => join(folder, command));
  return places.some((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}
