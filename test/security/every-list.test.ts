/** Every list of the console that has pages, read one item at a time. A new list is tried by itself. */
import document from '../../generated/console.openapi.json';
import { operations } from '../../generated/console-operations';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { furnish } from './furnished';

interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly $ref?: string }[];
}
const hasPages = ({ path, method }: { readonly path: string; readonly method: string }) => {
  const { parameters = [] } = (document.paths as Record<string, Record<string, Described>>)[path]![method]!;
  const names = parameters.map(({ name, $ref }) => name ?? $ref?.split('/').at(-1)?.toLowerCase());
  return names.includes('cursor') && names.includes('limit');
};
/** Its pages are what is left of others, so the last one can be empty, as the document says. */
const CAN_END_EMPTY = ['listChanges'];
const LISTS = operations.filter(hasPages);

describe('a list', () => {
  let ids: Record<string, string>;
  const ledger = openedOnce(() => openLedger({ origin: 'http://localhost:1', memory: true }));
  beforeAll(async () => {
    ids = await furnish(ledger);
  });

  it('the document has the lists that are tried', () => {
    expect(LISTS.length).toBeGreaterThan(8);
  });

  it.each(LISTS.map(({ operationId, path }) => [operationId, path] as const))(
    'a list ends with a page that has items and no cursor, and never has an empty page: %s',
    async (name, path) => {
      const at = path.replace('{id}', ids[path.split('/')[2]!] ?? '');
      const items = async (query: string) => {
        const { status, body } = await ledger.api('op_alpha', 'GET', `${at}?${query}`);
        expect(status).toBe(200);
        const lists = Object.values(body).filter(Array.isArray);
        return { count: Math.max(...lists.map(({ length }) => length)), cursor: body.cursor as string | null };
      };
      const all = await items('limit=100');
      const counts: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null && counts.length < 100) {
        const page: { count: number; cursor: string | null } = await items(
          `limit=1${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        counts.push(page.count);
        ({ cursor } = page);
      }
      if (CAN_END_EMPTY.includes(name) && counts.at(-1) === 0) counts.pop();
      expect(counts).toEqual(all.count === 0 ? [0] : Array(all.count).fill(1));
      if (all.count > 0 && !CAN_END_EMPTY.includes(name)) expect((await items(`limit=${all.count}`)).cursor).toBeNull();
    },
  );
});
