/** Reads a value of unknown shape and collects what is wrong with it, each with its place. */
export interface Reader {
  readonly isGiven: boolean;
  /** No other member may be there. */
  object(...names: readonly string[]): (name: string) => Reader;
  map<T>(read: (each: Reader) => T, names?: RegExp): Readonly<Record<string, T>>;
  list<T>(read: (each: Reader) => T): readonly T[];
  text(pattern?: RegExp, allowed?: string): string;
  address(): string;
  integer(min: number, max: number): number;
  number(): number;
  plain(): string | number | boolean | null;
  oneOf<T extends string>(...values: readonly T[]): T;
  optional<T>(otherwise: T, read: (given: Reader) => T): T;
  mistake(what: string): void;
}

type Members = Readonly<Record<string, unknown>>;

export function reader(value: unknown, at: string, mistakes: string[]): Reader {
  const isGiven = value !== undefined;
  const mistake = (what: string) =>
    void mistakes.push(`${at === '' ? 'The configuration' : at}: ${isGiven ? what : 'is missing'}.`);
  const wrong = <T>(what: string, instead: T): T => {
    mistake(what);
    return instead;
  };
  const inside = (name: string) => (at === '' ? name : `${at}.${name}`);
  const members = (): Members =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Members)
      : wrong('must be an object', {});
  const self: Reader = {
    isGiven,
    mistake,
    object(...names) {
      const found = members();
      for (const name of Object.keys(found)) {
        if (!names.includes(name)) mistakes.push(`${inside(name)}: is unknown. Allowed are ${names.join(', ')}.`);
      }
      return (name) => reader(Object.hasOwn(found, name) ? found[name] : undefined, inside(name), mistakes);
    },
    map(read, names = /^.+$/) {
      const found = Object.entries(members());
      for (const [name] of found)
        if (!names.test(name)) mistakes.push(`${inside(name)}: is not allowed as a name here.`);
      return Object.fromEntries(found.map(([name, each]) => [name, read(reader(each, inside(name), mistakes))]));
    },
    list(read) {
      if (!Array.isArray(value)) return wrong('must be a list', []);
      return value.map((each, index) => read(reader(each, `${at}[${index}]`, mistakes)));
    },
    text(pattern = /^.+$/s, allowed = 'a text that is not empty') {
      return typeof value === 'string' && pattern.test(value) ? value : wrong(`must be ${allowed}`, '');
    },
    address() {
      const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
      const isLocal = ['127.0.0.1', '[::1]', 'localhost'].includes(url?.hostname ?? '');
      if (
        url === null ||
        !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) ||
        url.username !== ''
      ) {
        return wrong('must be an https:// address (http:// only for this machine) without a password', '');
      }
      return (value as string).replace(/\/$/, '');
    },
    integer(min, max) {
      const fits = Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
      return fits ? (value as number) : wrong(`must be a whole number from ${min} to ${max}`, min);
    },
    number: () => (typeof value === 'number' && Number.isFinite(value) ? value : wrong('must be a number', 0)),
    plain() {
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string;
      return wrong('must be a text, a number, true, false or null', null);
    },
    oneOf: (...values) => values.find((each) => each === value) ?? wrong(`must be ${values.join(' or ')}`, values[0]!),
    optional: (otherwise, read) => (isGiven ? read(self) : otherwise),
  };
  return self;
}
