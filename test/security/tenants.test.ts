/**
 * An admin of another organization who knows all our ids finds nothing on any route of the document, and our cursors show
 * them nothing. New routes are tested automatically.
 */

import document from '../../generated/console.openapi.json';
import { operations } from '../../generated/console-operations';
import { OTHER_ORG } from '../../src/local/demo';
import { aCredential } from '../support/authenticator';
import type { Said } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { furnish, OUR_PASSKEY, POLICY } from './furnished';

// Not an address: keys that sign are bound to a host name.
const ORIGIN = 'http://localhost:1';
const SIGNED = {
  statement: '{}',
  signature: { passkey: OUR_PASSKEY, response: aCredential({ origin: ORIGIN, rpId: 'localhost' }).use('AAAA') },
};
/** A valid body for each write, so that it can only be refused because of the id. */
const BODIES: Readonly<Record<string, unknown>> = {
  turnKey: { code: '12345678' },
  signEnrolment: SIGNED,
  countersignKey: SIGNED,
  reissueCode: { operator: 'op_bravo' },
  writeQuestion: { text: 'Why?' },
  updateWebhook: { enabled: false },
  recoverWebhook: { since: 1, until: 2 },
  verifyWebhook: { token: 'a-token' },
  updateOperator: { enabled: false },
  updateKey: { max_open: 5 },
  connectIdentity: { subject: 'somebody' },
  previewAction: { requester: 'op_alpha', params: {} },
  backtestAction: { policy: POLICY, since: 0 },
};
/** The query that a route cannot do without. */
const QUERIES: Readonly<Record<string, string>> = { getStatement: '?decision=authorize' };
/** These create something in the caller's own organization, so the test sends a body that is refused. */
const MAKES = new Set(['putAction', 'putGroup']);

const ledger = openedOnce(() => openLedger({ origin: ORIGIN, memory: true }));
/** The ids of items that only our organization has, by the part of the path that names their kind. */
const ids = openedOnce(() => furnish(ledger));

describe('another organization’s admin', () => {
  let theirs: (method: string, path: string, body?: unknown) => Promise<Said>;
  const ours = (method: string, path: string, body?: unknown) => ledger.api('op_alpha', method, path, body);

  beforeAll(async () => {
    const cookie = await ledger.session('op_alpha', OTHER_ORG);
    theirs = (method, path, body) => ledger.send(method, path, { body, cookie });
  });

  /** Everything of ours that a write could have touched. */
  async function standing(): Promise<unknown> {
    const paths = [
      '/api/operators',
      '/api/actions',
      '/api/groups',
      '/api/webhooks',
      '/api/keys',
      '/api/sessions',
      '/api/devices',
      '/api/requests',
    ];
    const answers = await Promise.all(paths.map(async (path) => (await ours('GET', path)).body));
    return answers.map(({ server_now: _, ...body }) => body);
  }

  const kindOf = (path: string): string => path.split('/')[2]!;

  it.each(operations.filter(({ path }) => path.includes('{id}')).map((one) => [one.operationId, one] as const))(
    'another organization’s admin finds nothing under an id of ours: %s',
    async (name, { method, path }) => {
      const before = await standing();
      const id = ids[kindOf(path)];
      expect(id).toBeDefined();
      const ask = (of: string) =>
        theirs(method.toUpperCase(), `${path.replace('{id}', of)}${QUERIES[name] ?? ''}`, BODIES[name]);
      const answer = await ask(id!);
      if (!MAKES.has(name)) expect([answer.status, answer.body.kind]).toEqual([404, 'not_found']);
      // The same as for an id that nobody has. The id of a group has a form of its own.
      const none = kindOf(path) === 'groups' ? 'grp_none' : 'none_of_this_organization';
      const plain = ({ status, body }: Said, of: string) => [status, body.error?.replaceAll(of, '<id>'), body.kind];
      expect(plain(answer, id!)).toEqual(plain(await ask(none), none));
      expect(await standing()).toEqual(before);
    },
  );

  it('another organization’s admin gets 404 for a back-test of an action of ours, whatever the body is', async () => {
    for (const body of [{}, { policy: { title: 'Incomplete' } }, { policy: POLICY, since: -1 }, { unknown: 1 }]) {
      for (const id of ['ours.only', 'nobodys.action', 'x'.repeat(200)]) {
        const answer = await theirs('POST', `/api/actions/${id}/backtest`, body);
        expect([answer.status, answer.body.kind]).toEqual([404, 'not_found']);
      }
    }
    expect((await ours('POST', '/api/actions/ours.only/backtest', {})).status).toBe(400);
  });

  it.each(
    operations
      // The function that watches the inbox answers only whether its own organization's chain grew.
      .filter(({ method, path }) => method === 'get' && !path.includes('{id}') && path !== '/api/watch')
      .map(({ path }) => [path]),
  )('another organization’s admin sees nothing of ours in %s, with a cursor of ours or without', async (path) => {
    const mine = await ours('GET', `${path}?limit=1`);
    const plain = mine.status === 400 ? await ours('GET', path) : mine;
    const cursor = plain.body?.cursor as string | null | undefined;
    const pages = [await theirs('GET', path)];
    if (typeof cursor === 'string') pages.push(await theirs('GET', `${path}?cursor=${encodeURIComponent(cursor)}`));
    expect(pages[0]!.status).toBe(plain.status);
    for (const { status, body } of pages) {
      expect([200, 400]).toContain(status);
      const text = JSON.stringify(body);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
      expect(text).not.toContain('ours@example.org');
    }
  });

  it('the lists that are tried have cursors', async () => {
    const given = await Promise.all(
      ['/api/requests', '/api/operators', '/api/webhooks', '/api/keys', '/api/actions'].map(
        async (path) => (await ours('GET', `${path}?limit=1`)).body.cursor,
      ),
    );
    expect(given.filter((cursor) => typeof cursor === 'string').length).toBeGreaterThan(2);
  });
});

/** Every list of the console that has pages, read one item at a time. A new list is tried by itself. */
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
