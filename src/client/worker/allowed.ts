import type { Intent } from '../intents';

/** Whether `allow` has the method for this client: `a.b.c` is either `c` of the client `a.b`, or `b.c` of the client `a`. */
export function isAllowed(allow: readonly string[] | undefined, clients: object, { client, method }: Intent): boolean {
  const entry = `${client}.${method}`;
  return allow === undefined || (allow.includes(entry) && clientOf(entry, clients) === client);
}

/** If one client's name begins with another's, the longest matching name counts. */
export function clientOf(entry: string, clients: object): string | undefined {
  const names = Object.keys(clients).filter((name) => entry.startsWith(`${name}.`));
  return names.sort((a, b) => b.length - a.length)[0];
}
