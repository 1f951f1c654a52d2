import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations as consoleOperations } from '../../generated/console-operations';
import { operations } from '../../generated/service-operations';
import { START_SCRIPT } from '../../src/lambda/console/security-headers';
import { aFolder } from '../support/folder';
import { type Answered, DIGEST, ENVELOPE, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { tokenIn } from '../support/sign-in-link';

/** Ids of every kind, so that a path is whole whatever it names. */
const fill = (path: string, id: string) => path.replace(/\{[^}]+\}/g, id);
const WRITES = consoleOperations.filter(({ method }) => method !== 'get');

const folder = aFolder();
const house = openedOnce(() => openHouse({ memory: true, dataDir: folder }));

describe('the boundaries of the service', () => {
  const receiver = openedOnce(openReceiver);

  const session = async (operator: string) => {
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator } });
    const token = tokenIn(body.sign_in_url);
    const opened = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
    return {
      token,
      cookie: opened.headers.get('set-cookie')!.split(';')[0]!,
      setCookie: opened.headers.get('set-cookie')!,
    };
  };

  it.each(
    WRITES.map(({ operationId, method, path, role }) => [operationId, method.toUpperCase(), path, role] as const),
  )('a write from another site is refused: %s', async (_, method, path, role) => {
    // Refused attempts of people who are not signed in are counted for five minutes.
    if (role === 'public') await house.advance(5 * 60_000);
    const { cookie } = await session('op_alpha');
    const { body } = await house.propose();
    const url = fill(path, body.request.id);
    for (const origin of ['https://evil.example', 'null', `${house.url}.evil.example`, undefined]) {
      const headers = { cookie, ...(origin === undefined ? {} : { origin }) };
      const answered = await house.send(method, url, { body: {}, headers });
      expect([answered.status, Object.keys(answered.body)]).toEqual([403, ['error']]);
    }
    const read = await house.v1('reader', 'GET', `/v1/requests/${body.request.id}`);
    expect(read.body.request.state).toBe('notified');
  });

  it('a session that was fixed before signing in, or that was signed out, is refused', async () => {
    const fixed = `session=${'A'.repeat(43)}`;
    const { body } = await house.send('POST', '/local/sign-in', { body: { operator: 'op_bravo' } });
    const token = tokenIn(body.sign_in_url);
    const opened = await house.send('POST', '/api/session', {
      body: { token },
      headers: { origin: house.url, cookie: fixed },
    });
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
    expect(cookie).not.toBe(fixed);
    expect((await house.send('GET', '/api/session', { headers: { cookie: fixed } })).status).toBe(401);
    await house.send('DELETE', '/api/session', { headers: { cookie, origin: house.url } });
    expect((await house.send('GET', '/api/session', { headers: { cookie } })).status).toBe(401);
  });

  it('the token of a sign-in link never reaches a server, because it is in the fragment', async () => {
    const made = await house.api('op_alpha', 'POST', '/api/operators/op_bravo/sign-in-link');
    const local = await house.send('POST', '/local/sign-in', { body: { operator: 'op_bravo' } });
    const links = [made, local].map(({ body }) => body.sign_in_url as string);
    for (const link of [...links, ...house.running.demo.operators.map((each) => each.sign_in_url)]) {
      const { pathname, search, hash } = new URL(link);
      expect([pathname, search, hash]).toEqual(['/sign-in', '', expect.stringMatching(/^#token=[\w-]{43}$/)]);
    }
  });

  it('a one-time link is refused the second time', async () => {
    // The refused attempts above are counted for five minutes.
    await house.advance(5 * 60_000);
    const { token, setCookie } = await session('op_bravo');
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Strict/);
    const again = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
    expect(again).toMatchObject({ status: 401, body: { error: expect.any(String) } });
  });

  it('a replayed code is refused: it counts once, only for its request, its seat and its round', async () => {
    const [first, second] = await Promise.all([
      house.propose({ action: 'demo.deploy' }),
      house.propose({ action: 'demo.deploy' }),
    ]);
    const code = await house.code('op_bravo', first.body.request.id);
    const turn = (operator: string, id: string) => house.api(operator, 'POST', `/api/requests/${id}/turn`, { code });
    expect((await turn('op_charlie', first.body.request.id)).status).toBe(403);
    expect((await turn('op_bravo', second.body.request.id)).status).toBe(403);
    expect((await turn('op_bravo', first.body.request.id)).status).toBe(200);
    expect((await turn('op_bravo', first.body.request.id)).body.kind).toBe('already_turned');
    const { id } = (await house.propose({ action: 'demo.launch' })).body.request;
    const ofRoundOne = await house.code('op_charlie', id);
    expect((await house.turn('op_bravo', id)).status).toBe(200);
    await house.advance(61_000);
    const again = await house.api('op_charlie', 'POST', `/api/requests/${id}/turn`, { code: ofRoundOne });
    expect(again.status).toBe(403);
    expect((await house.turn('op_charlie', id)).status).toBe(200);
  });

  it('the log has no secret, and no line that a stranger split', async () => {
    const params = { note: 'line one\n{"level":"error","message":"forged"}', secret: 'p4r4m-s3cr3t', intent: DIGEST };
    const proposed = await house.propose({ params, intent: ENVELOPE, callback_url: receiver.url });
    const { id } = proposed.body.request;
    const code = await house.code('op_bravo', id);
    await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: '00000000' });
    await house.turn('op_bravo', id);
    const { claim_id } = (await house.claim(id)).body;
    await house.report(id, { claim_id, status: 'failed', error: 'e\nrror' });
    const added = await house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url });
    const keyed = await house.api('op_alpha', 'POST', '/api/keys', { name: 'k', scopes: ['read'] });
    receiver.answer(500);
    await house.advance(3600_000);
    const log = readFileSync(join(folder, 'service.log'), 'utf8');
    const secrets = [
      code,
      params.secret,
      ENVELOPE.ciphertext,
      added.body.secret,
      keyed.body.token,
      ...Object.values(house.running.demo.keys),
    ];
    expect(secrets.filter((secret) => typeof secret !== 'string' || log.includes(secret))).toEqual([]);
    const lines = log.split('\n').filter(Boolean);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line).message).not.toBe('forged');
  });

  it('a callback URL cannot add a header', async () => {
    const proposed = await house.propose({ callback_url: `${receiver.url}?x=%0d%0aX-Injected:%20yes` });
    expect(proposed.status).toBe(202);
    await house.refuse('op_bravo', proposed.body.request.id);
    await house.messages('op_bravo');
    const posted = receiver.posts.filter(({ json }) => json.data.request.id === proposed.body.request.id);
    // It is posted again, because the receiver still answers 500.
    expect(posted.length).toBeGreaterThan(0);
    for (const { headers } of posted) expect(headers).not.toHaveProperty('x-injected');
  });

  it('a page of another site cannot embed or script the console', async () => {
    const page = await house.send('GET', '/');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain(`script-src 'self' '${START_SCRIPT}';`);
    expect(policy).not.toContain('unsafe-inline');
  });
});

/**
 * A consumer who knows the id of a change of the configuration: nothing is there for them, on any route of the document
 * (docs/decisions/four-eyes.md). A new route is tried by itself.
 */
const UNKNOWN = `req_${'0'.repeat(24)}`;
const ACTION = '/api/actions/demo.release';
const policy = (title: string) => ({
  title,
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 2, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
  ttl_seconds: 3600,
});
/** What each write asks for, so that it is refused for the id alone. */
const BODIES: Readonly<Record<string, object>> = {
  claimRequest: {},
  reportExecution: { claim_id: `clm_${'0'.repeat(24)}`, status: 'succeeded' },
};

describe('a consumer who knows the id of a change of the configuration', () => {
  /** When nothing is in progress any more. */
  const seenInTheConsole = async (id: string): Promise<Answered['body']> => {
    await house.messages('op_echo');
    return (await house.api('op_foxtrot', 'GET', `/api/requests/${id}`)).body.request;
  };
  let count = 0;
  // A title that the action has already would be no change.
  const proposed = async (): Promise<string> =>
    (await house.api('op_echo', 'PUT', ACTION, policy(`Release ${++count}`))).body.change.id;
  const refused = async () => {
    const id = await proposed();
    expect((await house.refuse('op_foxtrot', id)).status).toBe(200);
    return id;
  };
  const approved = async () => {
    const id = await proposed();
    expect((await house.turn('op_foxtrot', id)).status).toBe(200);
    return id;
  };
  const STATES: readonly (readonly [string, () => Promise<string>])[] = [
    ['notified', proposed],
    ['denied', refused],
    ['succeeded', approved],
  ];
  const ofOneRequest = operations.filter(({ path }) => path.includes('{id}'));
  const told = ({ status, body }: Answered) => [status, body];
  const call = ({ operationId, method, path }: (typeof operations)[number], id: string) =>
    house.v1('four_eyes', method.toUpperCase(), path.replace('{id}', id), BODIES[operationId]);

  it('the routes that are tried include every route of one request', () => {
    expect(ofOneRequest.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['getRequest', 'getProof', 'claimRequest', 'reportExecution']),
    );
  });

  it.each(STATES)(
    'a consumer gets the answer to an unknown id on every route of a change of the configuration that is %s',
    async (state, made) => {
      const id = await made();
      expect(await seenInTheConsole(id)).toMatchObject({ state, action: 'service.admin' });
      for (const operation of ofOneRequest) {
        const unknown = told(await call(operation, UNKNOWN));
        expect(unknown[0]).toBe(404);
        expect([operation.operationId, ...told(await call(operation, id))]).toEqual([
          operation.operationId,
          ...unknown,
        ]);
      }
    },
  );

  it('a consumer finds no change of the configuration in a list, and cannot propose one', async () => {
    const ids = [await refused(), await approved()];
    for (const id of ids) await seenInTheConsole(id);
    for (const path of ['/v1/requests?executable=true', '/v1/events']) {
      const { status, body } = await house.v1('four_eyes', 'GET', path);
      expect([status, JSON.stringify(body).includes('service.admin')]).toEqual([200, false]);
      for (const id of ids) expect(JSON.stringify(body)).not.toContain(id);
    }
    const propose = (action: string) => house.v1('four_eyes', 'POST', '/v1/requests', { action, requester: 'op_echo' });
    const [ours, nobodys] = [await propose('service.admin'), await propose('nobody.knows')];
    expect([ours.status, ours.body.error]).toEqual([
      nobodys.status,
      nobodys.body.error.replace('nobody.knows', 'service.admin'),
    ]);
  });

  it.each(STATES.slice(1))(
    'an operator can read the proof of a change of the configuration in the console once it is %s',
    async (_, made) => {
      const id = await made();
      await seenInTheConsole(id);
      const { status, body } = await house.api('op_foxtrot', 'GET', `/api/requests/${id}/proof`);
      expect([status, JSON.parse(body.proof.files['operation.json']).action]).toEqual([200, 'service.admin']);
    },
  );
});
