/**
 * Who may call what: every operation of both documents with no key, a wrong scope, a key of another organization, an
 * operator's session and an admin's. The rows come from the documents, so a new operation is tried by itself.
 */
import consoleDocument from '../../generated/console.openapi.json';
import { operations as consoleOperations } from '../../generated/console-operations';
import serviceDocument from '../../generated/service.openapi.json';
import { operations as serviceOperations } from '../../generated/service-operations';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_ORG, OTHER_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { openSession } from '../../src/service/access/use-cases/sessions';
import { eventOf } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';
import { furnish } from './furnished';

// Not an address: keys that sign are bound to a host name.
const ORIGIN = 'http://localhost:1';
const SCOPES = ['propose', 'read', 'execute', 'audit'] as const;
const NOT_THERE = 'none_of_this_organization';

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly schema?: object;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
};

interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Everything that the operation cannot do without, as its document shows it. */
  readonly query: string;
  readonly example: unknown;
}

const rowsOf = <O extends Omit<Row, 'query' | 'example' | 'id'> & { readonly operationId: string }>(
  document: Document,
  operations: readonly O[],
) =>
  operations.map((operation) => {
    const described = document.paths[operation.path]?.[operation.method] as Described;
    const required = (described.parameters ?? []).filter((each) => each.in === 'query' && each.required === true);
    const query = required.map(({ name, schema = {} }) => {
      const { const: only, enum: some } = schema as { const?: unknown; enum?: readonly unknown[] };
      return `${name}=${only ?? some?.[0]}`;
    });
    return {
      ...operation,
      id: operation.operationId,
      query: query.length === 0 ? '' : `?${query.join('&')}`,
      example: exampleOf(document, described),
    };
  });

function exampleOf({ components }: Document, { requestBody }: Described): unknown {
  const media = requestBody?.content['application/json'];
  const [first] = Object.values(media?.examples ?? {});
  const named = first?.$ref === undefined ? first?.value : components.examples?.[first.$ref.split('/').at(-1)!]?.value;
  return media?.example ?? named ?? {};
}

const SERVICE = rowsOf(serviceDocument as unknown as Document, serviceOperations);
const CONSOLE = rowsOf(consoleDocument as unknown as Document, consoleOperations);
const named = <R extends { readonly id: string }>(rows: readonly R[]) => rows.map((row) => [row.id, row] as const);

interface Answer {
  readonly status: number;
  readonly text: string;
}
/** The answer to a caller who may not call it: no kind, and nothing of the organization. */
const refusal = (status: number, error: string | RegExp) => (answer: Answer) => {
  const said = typeof error === 'string' ? error : expect.stringMatching(error);
  expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({ status, body: { error: said } });
};
const isNoKey = refusal(401, 'Unauthorized');
const isNotSignedIn = refusal(401, 'You are not signed in. Open a sign-in link or use your passkey.');
const isAdminsOnly = refusal(403, 'Only an admin can do this.');
const isLetIn = ({ status, text }: Answer) => {
  expect({ text, status, isLetIn: ![401, 403, 429, 500].includes(status) }).toEqual({ text, status, isLetIn: true });
};

describe('every operation', () => {
  let ids: Record<string, string>;
  let handlers: {
    readonly service: ReturnType<typeof createServiceHandler>;
    readonly console: ReturnType<typeof createConsoleHandler>;
  };
  const ledger = openedOnce(() => openLedger({ origin: ORIGIN, memory: true }));
  beforeAll(async () => {
    // The limit of refused attempts is tested elsewhere, and would answer instead here.
    const ports = { ...ledger.ports, limiter: { refused: async () => null } };
    handlers = {
      service: createServiceHandler(ports),
      console: createConsoleHandler({ ...ports, origin: ORIGIN, cookieName: 'session' }),
    };
    for (const missing of SCOPES) {
      const scopes = SCOPES.filter((scope) => scope !== missing);
      const { body } = await ledger.api('op_alpha', 'POST', '/api/keys', { name: `no ${missing}`, scopes });
      tokens[missing] = body.token;
    }
    tokens.all = (await ledger.api('op_alpha', 'POST', '/api/keys', { name: 'all', scopes: SCOPES })).body.token;
    await ledger.signIn('op_alpha', OTHER_ORG);
    tokens.other = (await ledger.api('op_alpha', 'POST', '/api/keys', { name: 'all', scopes: SCOPES })).body.token;
    await ledger.signIn('op_alpha', DEMO_ORG);
    ids = await furnish(ledger);
  });

  const tokens: Record<string, string> = {};
  const bearer = (name: string) => ({ authorization: `Bearer ${tokens[name]}` });
  /** A new session for each call: some operations end it. */
  const cookieOf = async (operator: string, org: OrgId = DEMO_ORG) => {
    const record = (await ledger.ports.config.operator(org, operator as OperatorId))!;
    return { cookies: [`session=${(await openSession(ledger.ports, record, 'link')).token}`] };
  };
  const call = async (
    which: 'service' | 'console',
    { method, path, query }: Row,
    {
      id = NOT_THERE,
      body = {},
      headers = {},
      event = {},
    }: { id?: string; body?: unknown; headers?: Record<string, string>; event?: object },
  ): Promise<Answer> => {
    const to = `${path.replace('{id}', id).replace('{passkey}', ids.passkeys!)}${query}`;
    const sent = method === 'get' ? { event } : { body, event };
    const result = await handlers[which](eventOf(method.toUpperCase(), to, { origin: ORIGIN, ...headers }, sent));
    return { status: result.statusCode!, text: result.body ?? '' };
  };
  const ourId = (path: string) => ids[path.split('/')[2]!]!;
  /** What another organization is answered must not depend on whether the id is one of ours. */
  const expectSame = (ours: Answer, nobodys: Answer, id: string) => {
    const plain = ({ status, text }: Answer) => ({
      status,
      text: text
        .replaceAll(id, '<id>')
        .replaceAll(NOT_THERE, '<id>')
        .replace(/"server_now":\d+/g, '')
        .replace(/\d{13}/g, '<time>'),
    });
    expect(plain(ours)).toEqual(plain(nobodys));
    expect(ours.text.replaceAll(id, '')).not.toContain(DEMO_ORG);
  };

  it('every operation of the documents is in the tables, with its scope or role', () => {
    const declared = (document: Document) =>
      Object.values(document.paths).flatMap((path) =>
        Object.values(path).flatMap((operation) => (operation as Partial<Described>).operationId ?? []),
      );
    expect(SERVICE.map(({ id }) => id).sort()).toEqual(declared(serviceDocument as unknown as Document).sort());
    expect(CONSOLE.map(({ id }) => id).sort()).toEqual(declared(consoleDocument as unknown as Document).sort());
    expect(SERVICE.filter(({ scope }) => !SCOPES.includes(scope))).toEqual([]);
    expect(CONSOLE.filter(({ role }) => !['public', 'operator', 'admin'].includes(role))).toEqual([]);
  });

  describe('an operation of /v1', () => {
    it.each(named(SERVICE))('an operation of /v1 refuses a caller without a key: %s', async (_, row) => {
      isNoKey(await call('service', row, { body: row.example }));
      isNoKey(await call('service', row, { headers: { authorization: 'Bearer rak_unknown' }, id: ourId(row.path) }));
    });

    it.each(named(SERVICE))(
      'an operation of /v1 refuses a key that has every scope but the required one: %s',
      async (_, row) => {
        const answer = await call('service', row, { headers: bearer(row.scope), body: row.example });
        refusal(403, `This API key lacks the scope "${row.scope}".`)(answer);
      },
    );

    it.each(named(SERVICE))('an operation of /v1 accepts a key with the scope: %s', async (_, row) => {
      isLetIn(await call('service', row, { headers: bearer('all') }));
    });

    it.each(named(SERVICE))(
      'an operation of /v1 refuses the session of an operator and of an admin: %s',
      async (_, row) => {
        for (const operator of ['op_bravo', 'op_alpha']) {
          isNoKey(await call('service', row, { event: await cookieOf(operator), id: ourId(row.path) }));
        }
      },
    );

    it.each(named(SERVICE))(
      'an operation of /v1 shows nothing to a key of another organization: %s',
      async (_, row) => {
        const id = ourId(row.path);
        const sent = { headers: bearer('other'), body: row.example };
        const answer = await call('service', row, { ...sent, id });
        if (row.path.includes('{id}')) {
          expect([answer.status, JSON.parse(answer.text).kind]).toEqual([404, 'not_found']);
          expectSame(answer, await call('service', row, { ...sent, id: `req_${'0'.repeat(24)}` }), id);
        }
        const action = await call('service', row, { ...sent, body: { action: 'ours.only', requester: 'op_alpha' } });
        expect(action.text).not.toContain(ids.requests);
        if (row.id === 'createRequest') expect([action.status, JSON.parse(action.text).kind]).toEqual([422, 'refused']);
      },
    );
  });

  describe('an operation of the console', () => {
    const behindSession = CONSOLE.filter(({ role }) => role !== 'public');

    it.each(named(behindSession))(
      'an operation of the console refuses a caller without a session: %s',
      async (_, row) => {
        isNotSignedIn(await call('console', row, { body: row.example, id: ourId(row.path) }));
        isNotSignedIn(await call('console', row, { event: { cookies: [`session=${'A'.repeat(43)}`] } }));
      },
    );

    it.each(named(CONSOLE.filter(({ role }) => role === 'public')))(
      'an operation of the console is open to everybody: %s',
      async (_, row) => {
        expect([200, 400]).toContain((await call('console', row, {})).status);
      },
    );

    it.each(named(behindSession))(
      'an operation of the console refuses an API key, whatever its scopes are: %s',
      async (_, row) => {
        isNotSignedIn(await call('console', row, { headers: bearer('all'), id: ourId(row.path) }));
      },
    );

    it.each(named(behindSession))(
      'an operation of the console is only for operators or for admins, as the document says: %s',
      async (_, row) => {
        const answer = await call('console', row, { event: await cookieOf('op_bravo') });
        if (row.role === 'admin') isAdminsOnly(answer);
        else isLetIn(answer);
      },
    );

    it.each(named(behindSession))('an operation of the console accepts an admin: %s', async (_, row) => {
      isLetIn(await call('console', row, { event: await cookieOf('op_alpha') }));
    });
  });
});
