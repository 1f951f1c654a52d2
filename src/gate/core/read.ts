/** Readers of values of unknown shape. They collect what is wrong, each with its place. With a mistake, nobody gets the value. */
type Plain = string | number | boolean | null;
export type Read<T> = (at: Place) => T;
type Members = Readonly<Record<string, unknown>>;

interface Place {
  readonly value: unknown;
  readonly path: string;
  readonly mistakes: string[];
}

/** No other member may be there. */
export function object<T>(fields: { readonly [Name in keyof T]: Read<T[Name]> }): Read<Readonly<T>> {
  const names = Object.keys(fields) as (string & keyof T)[];
  return (at) => {
    const found = membersOf(at);
    const unknown = Object.keys(found).filter((name) => !Object.hasOwn(fields, name));
    for (const name of unknown) mistake(member(at, found, name), `is unknown. Allowed are ${names.join(', ')}`);
    return Object.fromEntries(names.map((name) => [name, fields[name](member(at, found, name))])) as T;
  };
}

export function map<T>(read: Read<T>, allowed = /^.+$/): Read<Readonly<Record<string, T>>> {
  return (at) => {
    const found = membersOf(at);
    const wrong = Object.keys(found).filter((name) => !allowed.test(name));
    for (const name of wrong) mistake(member(at, found, name), 'is not allowed as a name here');
    return Object.fromEntries(Object.keys(found).map((name) => [name, read(member(at, found, name))]));
  };
}

export function list<T>(read: Read<T>): Read<readonly T[]> {
  return (at) => {
    if (!Array.isArray(at.value)) mistake(at, 'must be a list');
    const found: readonly unknown[] = Array.isArray(at.value) ? at.value : [];
    return found.map((value, index) => read({ ...at, value, path: `${at.path}[${index}]` }));
  };
}

export const optional = <T>(read: Read<T>): Read<T | undefined> => withDefault<T | undefined>(read, undefined);

export function withDefault<T>(read: Read<T>, otherwise: NoInfer<T>): Read<T> {
  return (at) => (at.value === undefined ? otherwise : read(at));
}

/** The first form if the member is there, and the second one otherwise. */
export function either<A, B>(name: string, first: Read<A>, second: Read<B>): Read<A | B> {
  return (at) => (Object.hasOwn(Object(at.value ?? {}), name) ? first(at) : second(at));
}

export const text = (pattern = /^.+$/s, allowed = 'a text that is not empty') =>
  value<string>((found) => typeof found === 'string' && pattern.test(found), allowed);

export const oneOf = <const T extends string>(...allowed: readonly T[]) =>
  value<T>((found) => allowed.some((each) => each === found), allowed.join(' or '));

export const number = value<number>(Number.isFinite, 'a number');

export function integer(min: number, max: number): Read<number> {
  const isIt = (found: unknown) => Number.isInteger(found) && Number(found) >= min && Number(found) <= max;
  return value(isIt, `a whole number from ${min} to ${max}`);
}

export const plain = value<Plain>(
  (found) => found === null || ['string', 'number', 'boolean'].includes(typeof found),
  'a text, a number, true, false or null',
);

const HTTPS = 'an https:// address (http:// only for this machine) without a password';
export const address: Read<string> = (at) => String(value(isAddress, HTTPS)(at)).replace(/\/$/, '');

function isAddress(found: unknown): boolean {
  if (typeof found !== 'string' || !URL.canParse(found)) return false;
  const { protocol, hostname, username } = new URL(found);
  const isLocal = protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return username === '' && (protocol === 'https:' || isLocal);
}

function value<T>(isRight: (found: unknown) => boolean, allowed: string): Read<T> {
  return (at) => {
    if (!isRight(at.value)) mistake(at, `must be ${allowed}`);
    return at.value as T;
  };
}

function mistake({ value: found, path, mistakes }: Place, what: string): void {
  mistakes.push(`${path === '' ? 'The configuration' : path}: ${found === undefined ? 'is missing' : what}.`);
}

function membersOf(at: Place): Members {
  if (typeof at.value === 'object' && at.value !== null && !Array.isArray(at.value)) return at.value as Members;
  mistake(at, 'must be an object');
  return {};
}

function member(at: Place, found: Members, name: string): Place {
  const path = at.path === '' ? name : `${at.path}.${name}`;
  return { ...at, value: Object.hasOwn(found, name) ? found[name] : undefined, path };
}
