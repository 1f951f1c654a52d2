/**
 * What the tests of a suite share. It is opened before the first of them, or before each, and stopped afterwards. The object
 * that is returned stands for the opened one, so that helpers can name it before it is there.
 */
interface Ends {
  stop?(): unknown;
  close?(): unknown;
}

type Open<T> = () => T | Promise<T>;

export const openedOnce = <T extends object>(open: Open<T>): T => shared(open, beforeAll, afterAll);
export const openedForEach = <T extends object>(open: Open<T>): T => shared(open, beforeEach, afterEach);

function shared<T extends object>(open: Open<T>, before: typeof beforeAll, after: typeof afterAll): T {
  let opened: (T & Ends) | null = null;
  const there = (): T => {
    if (opened === null) throw new Error('only the tests and their hooks can use what is opened for them');
    return opened;
  };
  before(async () => {
    opened = await open();
  });
  after(() => (opened?.stop === undefined ? opened?.close?.() : opened.stop()));
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(there(), name),
    set: (_, name, value) => Reflect.set(there(), name, value),
    has: (_, name) => Reflect.has(there(), name),
    ownKeys: () => Reflect.ownKeys(there()),
    getOwnPropertyDescriptor: (_, name) => {
      const described = Reflect.getOwnPropertyDescriptor(there(), name);
      return described && { ...described, configurable: true };
    },
  });
}
