/** The clients that intents may call, checked before anything is claimed. */
import { types } from 'node:util';
import { isObject } from './built-in';
import { messageOf, type WorkerLog } from './log';
import { type CallContext, clientOf, isClass, type Registered, resolveMethod, type VerifyOptions } from './verify';

type Registrations = Pick<VerifyOptions, 'clients' | 'allow'>;
type Factory = (context: CallContext) => object;

/** The id that a factory gets when it is checked. No request has it. */
const NO_REQUEST = `req_${'0'.repeat(24)}`;

/**
 * Throws TypeError if a client cannot be called, or if `allow` has an entry that no call can have. Each function is called
 * once. One that throws may need something that is there only later: it is checked when it first makes a client. Returns the
 * clients to call.
 */
export function assertRegistered({ clients, allow }: Registrations, log: WorkerLog): Registrations['clients'] {
  if (!isObject(clients) || Object.keys(clients).length === 0) {
    throw new TypeError('`clients` must have at least one client, by its name.');
  }
  for (const [name, client] of Object.entries(clients)) assertClient(name, client);
  const entries = entriesOf(clients, allow);
  const checked = Object.entries(clients).map(([name, client]): [string, Registered] => {
    const own = entries.filter((entry) => clientOf(entry, clients) === name);
    return [
      name,
      typeof client === 'function' ? factoryOf(client as Factory, name, own, log) : valid(client, name, own),
    ];
  });
  return Object.fromEntries(checked);
}

function assertClient(name: string, client: unknown): void {
  if (!isObject(client) && typeof client !== 'function') {
    throw new TypeError(`\`clients.${name}\` must be an object, or a function that returns one.`);
  }
  if (typeof client === 'function' && isClass(client)) {
    throw new TypeError(`\`clients.${name}\` is a class. Pass a function that returns an instance: () => new …(…).`);
  }
}

function entriesOf(clients: object, allow: Registrations['allow']): readonly string[] {
  if (allow === undefined) return [];
  if (!Array.isArray(allow) || allow.length === 0 || allow.some((entry) => typeof entry !== 'string')) {
    throw new TypeError('`allow` must be a list of `client.method` entries that is not empty.');
  }
  const unknown = allow.find((entry) => clientOf(entry, clients) === undefined);
  if (unknown === undefined) return allow;
  const known = Object.keys(clients).join(', ');
  throw new TypeError(
    `\`allow\` has "${unknown}", which names no client. Entries are \`client.method\`; the clients are ${known}.`,
  );
}

function factoryOf(factory: Factory, name: string, entries: readonly string[], log: WorkerLog): Factory {
  const context = { requestId: NO_REQUEST, idempotencyKey: NO_REQUEST, signal: new AbortController().signal };
  let client: unknown;
  try {
    client = factory(context);
  } catch (error) {
    const message = 'this client could not be checked: its function threw an error';
    log.warn(message, { client: name, error: messageOf(error) });
    return checkedLater(factory, name, entries, log);
  }
  valid(client, name, entries);
  return factory;
}

/** A method that is missing refuses its calls as `not_allowed`, which does not say why. */
function checkedLater(factory: Factory, name: string, entries: readonly string[], log: WorkerLog): Factory {
  let isChecked = false;
  return (context) => {
    const client = factory(context);
    if (!isChecked) for (const fault of faultsOf(client, name, entries)) log.error(fault, { client: name });
    isChecked = true;
    return client;
  };
}

function valid(client: unknown, name: string, entries: readonly string[]): object {
  const [fault] = faultsOf(client, name, entries);
  if (fault !== undefined) throw new TypeError(fault);
  return client as object;
}

function faultsOf(client: unknown, name: string, entries: readonly string[]): readonly string[] {
  if (types.isPromise(client)) {
    client.catch(() => undefined);
    return [`The function \`clients.${name}\` returned a promise. It must return the client itself.`];
  }
  if (!isObject(client)) return [`The function \`clients.${name}\` returned no object.`];
  return entries
    .filter((entry) => resolveMethod(client, entry.slice(name.length + 1)) === null)
    .map((entry) => `\`allow\` has "${entry}", and the client "${name}" has no such method that intents can call.`);
}
