/**
 * The expressions of DynamoDB that this service writes. Anything else throws. Each text is parsed once.
 * test/simulation/store.test.ts compares the results with those of the embedded database.
 */
export type Item = Record<string, unknown>;

export interface Names {
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
}

type Evaluate<T> = (item: Item, given: Names) => T;

const conditions = new Map<string, Evaluate<boolean>>();
const updates = new Map<string, Evaluate<Item>>();

/** Also evaluates key conditions. A missing item is treated as empty. */
export function holds(expression: string, item: Item, given: Names): boolean {
  let parsed = conditions.get(expression);
  if (parsed === undefined) {
    parsed = new Parser(expression).condition();
    conditions.set(expression, parsed);
  }
  return parsed(item, given);
}

/** The item after the update. */
export function updated(expression: string, item: Item, given: Names): Item {
  let parsed = updates.get(expression);
  if (parsed === undefined) {
    parsed = new Parser(expression).update();
    updates.set(expression, parsed);
  }
  return parsed(item, given);
}

const TOKEN = /\s*(<>|<=|>=|[=<>(),+]|[:#]?\w+)/y;
const COMPARE: Readonly<Record<string, (a: never, b: never) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

class Parser {
  private readonly tokens: string[] = [];
  private at = 0;

  constructor(private readonly text: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) this.tokens.push(match[1]!);
    if (this.tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`an expression not known here: ${text}`);
  }

  condition(): Evaluate<boolean> {
    const whole = this.either();
    if (this.at < this.tokens.length) this.fail();
    return whole;
  }

  update(): Evaluate<Item> {
    const steps: ((before: Item, after: Item, given: Names) => void)[] = [];
    while (this.at < this.tokens.length) {
      const section = this.next();
      do {
        if (section === 'SET') {
          const path = this.path();
          this.expect('=');
          const value = this.sum();
          steps.push((before, after, given) => {
            after[path(given)] = value(before, given);
          });
        } else if (section === 'REMOVE') {
          const path = this.path();
          steps.push((_, after, given) => {
            // The store leaves it out. Deleting it would make every later use of the item slow.
            after[path(given)] = undefined;
          });
        } else this.fail();
      } while (this.taken(','));
    }
    return (item, given) => {
      const after = { ...item };
      for (const step of steps) step(item, after, given);
      return after;
    };
  }

  private either(): Evaluate<boolean> {
    const all = [this.both()];
    while (this.taken('OR')) all.push(this.both());
    return all.length === 1 ? all[0]! : (item, given) => all.some((one) => one(item, given));
  }

  private both(): Evaluate<boolean> {
    const all = [this.one()];
    while (this.taken('AND')) all.push(this.one());
    return all.length === 1 ? all[0]! : (item, given) => all.every((one) => one(item, given));
  }

  private one(): Evaluate<boolean> {
    if (this.taken('(')) {
      const inner = this.either();
      this.expect(')');
      return inner;
    }
    const name = this.tokens[this.at] ?? this.fail();
    if (name === 'attribute_exists' || name === 'attribute_not_exists') {
      const path = this.call(() => this.path());
      const wanted = name === 'attribute_exists';
      return (item, given) => (item[path(given)] !== undefined) === wanted;
    }
    if (name === 'begins_with') {
      const [of, prefix] = this.call(() => [this.operand(), this.comma() ?? this.operand()] as const);
      return (item, given) => String(of(item, given)).startsWith(String(prefix(item, given)));
    }
    if (name === 'contains') {
      const [of, part] = this.call(() => [this.operand(), this.comma() ?? this.operand()] as const);
      return (item, given) => String(of(item, given)).includes(String(part(item, given)));
    }
    const left = this.operand();
    if (this.taken('BETWEEN')) {
      const low = this.operand();
      this.expect('AND');
      const high = this.operand();
      return (item, given) => {
        const value = left(item, given) as number;
        return value >= (low(item, given) as number) && value <= (high(item, given) as number);
      };
    }
    const comparator = this.next();
    const compare = COMPARE[comparator] ?? this.fail();
    const right = this.operand();
    return (item, given) => {
      const [a, b] = [left(item, given), right(item, given)];
      // A missing attribute is different from every value, and every other comparison with it is false.
      if (comparator === '<>') return a !== b;
      return a !== undefined && b !== undefined && typeof a === typeof b && compare(a as never, b as never);
    };
  }

  private sum(): Evaluate<unknown> {
    const left = this.operand();
    if (!this.taken('+')) return left;
    const right = this.operand();
    return (item, given) => (left(item, given) as number) + (right(item, given) as number);
  }

  private operand(): Evaluate<unknown> {
    const name = this.tokens[this.at] ?? this.fail();
    if (name === 'if_not_exists') {
      const [path, other] = this.call(() => [this.path(), this.comma() ?? this.operand()] as const);
      return (item, given) => item[path(given)] ?? other(item, given);
    }
    if (name === 'list_append') {
      const [first, second] = this.call(() => [this.operand(), this.comma() ?? this.operand()] as const);
      return (item, given) => [...(first(item, given) as unknown[]), ...(second(item, given) as unknown[])];
    }
    if (name.startsWith(':')) {
      this.at++;
      return (_, { values }) => values?.[name] ?? this.fail();
    }
    const path = this.path();
    return (item, given) => item[path(given)];
  }

  private path(): (given: Names) => string {
    const name = this.next();
    if (!/^#?\w+$/.test(name)) this.fail();
    return name.startsWith('#') ? ({ names }) => names?.[name] ?? this.fail() : () => name;
  }

  private call<T>(within: () => T): T {
    this.at++;
    this.expect('(');
    const result = within();
    this.expect(')');
    return result;
  }

  private comma(): undefined {
    this.expect(',');
  }

  private taken(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    if (!this.taken(token)) this.fail();
  }

  private next(): string {
    return this.tokens[this.at++] ?? this.fail();
  }

  private fail(): never {
    throw new Error(`an expression not known here: ${this.text}`);
  }
}
