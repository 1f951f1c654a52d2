/** The clients that intents may call, checked before anything is claimed. */
import { types } from 'node:util';
import { clientOf } from './allowed';
import { isObject } from './built-in';
import { messageOf } from './message';
import { isClass, resolveMethod } from './resolve-method';
import type { VerifyOptions } from './verify';

type Registrations = Pick<VerifyOptions, 'clients' | 'allow'>;

/** The id that a factory gets when it is checked. No request has it. */
const NO_REQUEST = `req_${'0'.repeat(24)}`;

/** Throws TypeError if a client cannot be called, or if `allow` has an entry that no call can have. */
export function assertRegistered({ clients, allow }: Registrations): void {
  if (!isObject(clients) || Object.keys(clients).length === 0) {
    throw new TypeError('`clients` must have at least one client, by its name.');
  }
  for (const [name, client] of Object.entries(clients)) {
    if (!isObject(client) && typeof client !== 'function') {
      throw new TypeError(`\`clients.${name}\` must be an object, or a function that returns one.`);
    }
    if (typeof client === 'function' && isClass(client)) {
      throw new TypeError(`\`clients.${name}\` is a class. Pass a function that returns an instance: () => new …(…).`);
    }
  }
  if (allow === undefined) return;
  if (!Array.isArray(allow) || allow.length === 0 || allow.some((entry) => typeof entry !== 'string')) {
    throw new TypeError('`allow` must be a list of `client.method` entries that is not empty.');
  }
  for (const entry of allow) {
    const name = clientOf(entry, clients);
    if (name === undefined) {
      const known = Object.keys(clients).join(', ');
      throw new TypeError(
        `\`allow\` has "${entry}", which names no client. Entries are \`client.method\`; the clients are ${known}.`,
      );
    }
    if (typeof clients[name] === 'object') assertMethod(clients[name], name, entry);
  }
}

/**
 * Calls each factory once. Throws TypeError if what it returns is no client, or has not the methods in `allow`. A factory
 * that throws is a warning: it may need something that is there only later.
 */
export function assertFactories(
  { clients, allow = [] }: Registrations,
  warn: (client: string, why: string) => void,
): void {
  const context = { requestId: NO_REQUEST, idempotencyKey: NO_REQUEST, signal: new AbortController().signal };
  for (const [name, factory] of Object.entries(clients)) {
    if (typeof factory !== 'function') continue;
    let client: unknown;
    try {
      client = factory(context);
    } catch (error) {
      warn(name, messageOf(error));
      continue;
    }
    if (types.isPromise(client)) {
      client.catch(() => undefined);
      throw new TypeError(`The function \`clients.${name}\` returned a promise. It must return the client itself.`);
    }
    if (!isObject(client)) throw new TypeError(`The function \`clients.${name}\` returned no object.`);
    for (const entry of allow) if (clientOf(entry, clients) === name) assertMethod(client, name, entry);
  }
}

function assertMethod(client: object, name: string, entry: string): void {
  if (resolveMethod(client, entry.slice(name.length + 1)) !== null) return;
  throw new TypeError(`\`allow\` has "${entry}", and the client "${name}" has no such method that intents can call.`);
}
