/** Passkeys, keys that sign, endpoints and deliveries, as the console shows them, over a clock that stands still. */

import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG } from '../../src/local/demo';
import type { EndpointId, OperatorId, RequestId } from '../../src/protocol/identifiers';
import { createSignInLink, openSession } from '../../src/service/access/use-cases/sessions';
import { edited } from '../../src/service/configuration/rules/items';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { type AuthenticatorOptions, aCredential, type Credential } from '../support/authenticator';
import { type EventOptions, eventOf, said } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';
import { signedKeyStatement } from '../support/signing';

const ORIGIN = 'https://console.acme.dev';
const AT_AN_ADDRESS = 'http://127.0.0.1:1';
const HERE: AuthenticatorOptions = { origin: ORIGIN, rpId: 'console.acme.dev' };

describe('the console', () => {
  let nowMs = Date.now();
  const ledger = openedForEach(() => openLedger({ origin: ORIGIN, memory: true, nowMs: () => nowMs }));
  const operator = async (id: string) => (await ledger.ports.config.operator(DEMO_ORG, id as OperatorId))!;
  const as = (id: string, method: string, path: string, body?: unknown) => ledger.api(id, method, path, body);
  const atAnAddress = (method: string, path: string, options: EventOptions) => {
    const handler = createConsoleHandler({ ...ledger.ports, origin: AT_AN_ADDRESS, cookieName: 'session' });
    return handler(eventOf(method, path, { origin: AT_AN_ADDRESS }, options));
  };
  const admin = (method: string, path: string, body?: unknown) => as('op_alpha', method, path, body);
  const enrol = async (id: string, name: string, credential: Credential = aCredential(HERE)) => {
    const offered = await as(id, 'POST', '/api/passkeys/options');
    const created = credential.create(offered.body.options.challenge) as { readonly response: object };
    const response = { ...created, response: { ...created.response, transports: ['internal'] } };
    const { status, body } = await as(id, 'POST', '/api/passkeys', { name, response });
    expect(status).toBe(201);
    return { id: body.passkey.id as string, credential, shown: body.passkey };
  };
  const signEnrolment = async (owner: string, key: { readonly id: string; readonly credential: Credential }) => {
    const path = `/api/passkeys/${key.id}/enrolment`;
    const { body } = await as(owner, 'GET', path);
    return as(owner, 'POST', path, signedKeyStatement({ passkey: key.id, credential: key.credential }, body.statement));
  };

  it('the console shows whether a passkey can sign, and since when it counts', async () => {
    const { id, shown } = await enrol('op_bravo', 'laptop');
    const passkey = {
      id,
      name: 'laptop',
      created_at: nowMs,
      can_sign: true,
      standing: 'unproven',
      fingerprint: expect.stringMatching(/^SHA256:/),
    };
    expect(shown).toEqual(passkey);
    nowMs += 1000;
    const other = await enrol('op_bravo', 'stick', aCredential({ ...HERE, algorithm: 'EdDSA' }));
    expect(other.shown).toEqual({
      id: other.id,
      name: 'stick',
      created_at: nowMs,
      can_sign: false,
      standing: null,
      fingerprint: null,
    });
    expect((await as('op_bravo', 'GET', '/api/passkeys')).body).toEqual({
      server_now: nowMs,
      passkeys: [passkey, other.shown],
      cursor: null,
    });
    // The same at an IP address, where no passkey can be used.
    const { token } = await openSession(ledger.ports, await operator('op_bravo'), 'link');
    const event = { cookies: [`session=${token}`] };
    const [here] = said(await atAnAddress('GET', '/api/passkeys', { event })).body.passkeys;
    expect(here).toEqual({ ...passkey, standing: null, fingerprint: null });
    expect(await as('op_bravo', 'GET', `/api/passkeys/${other.id}/enrolment`)).toMatchObject({
      status: 409,
      body: { kind: 'conflict', error: 'This passkey has a key that cannot sign decisions.' },
    });
  });

  it('an operator loses their seats if an admin deletes a passkey of theirs', async () => {
    const struck = async () => (await operator('op_bravo')).identityChangedAtMs ?? null;
    const [first, second] = [await enrol('op_bravo', 'laptop'), await enrol('op_bravo', 'phone')];
    expect((await as('op_bravo', 'DELETE', `/api/passkeys/${first.id}`)).body).toEqual({ server_now: nowMs });
    expect((await admin('DELETE', `/api/operators/op_bravo/passkeys/${first.id}`)).status).toBe(404);
    expect(await struck()).toBeNull();
    expect((await admin('DELETE', `/api/operators/op_bravo/passkeys/${second.id}`)).body).toEqual({
      server_now: nowMs,
    });
    expect(await struck()).toBe(nowMs);
    const own = await enrol('op_alpha', 'own');
    const before = await operator('op_alpha');
    expect((await admin('DELETE', `/api/operators/op_alpha/passkeys/${own.id}`)).status).toBe(200);
    // Their own key does not change who they are, so nothing is recorded and nobody is told.
    expect(await operator('op_alpha')).toEqual(before);
    expect(await admin('DELETE', '/api/operators/op_nobody/passkeys/x')).toMatchObject({
      status: 404,
      body: { error: 'There is no such operator in this organization.' },
    });
  });

  it('a passkey is not deleted if the seats cannot be removed, so that an admin can try again', async () => {
    const { id } = await enrol('op_bravo', 'laptop');
    const path = '/api/operators/op_bravo/passkeys';
    jest.spyOn(ledger.ports.config, 'saveOperator').mockRejectedValueOnce(new Error('down'));
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(500);
    expect((await admin('GET', path)).body.passkeys).toHaveLength(1);
    expect((await admin('DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await operator('op_bravo')).identityChangedAtMs).toBe(nowMs);
    expect((await admin('GET', path)).body.passkeys).toEqual([]);
  });

  it('the signing keys are listed by their standing, with what auditors need', async () => {
    const list = async (query = '') => (await admin('GET', `/api/signing-keys${query}`)).body;
    expect(await list()).toEqual({ server_now: nowMs, bootstrap: true, changes_turn: 'code', keys: [], cursor: null });
    const key = await enrol('op_bravo', 'laptop');
    await enrol('op_bravo', 'stick', aCredential({ ...HERE, algorithm: 'EdDSA' }));
    const [listed] = (await list()).keys;
    expect(listed).toEqual({
      id: key.id,
      operator: 'op_bravo',
      name: 'laptop',
      fingerprint: key.shown.fingerprint,
      key: expect.stringMatching(/^\S+ \S+/),
      standing: 'unproven',
      created_at: nowMs,
      enrolled_at: null,
      countersigned_at: null,
      countersigned_by: null,
      transports: ['internal'],
    });
    nowMs += 1000;
    const signed = await signEnrolment('op_bravo', key);
    expect(signed.status).toBe(200);
    const { standing } = signed.body.passkey;
    expect(standing).not.toBe('unproven');
    expect((await list(`?standing=${standing}`)).keys).toMatchObject([{ id: key.id, enrolled_at: nowMs, standing }]);
    expect((await list('?standing=unproven')).keys).toEqual([]);
    const signers = (await admin('GET', '/api/allowed-signers')).body;
    expect(signers).toEqual({ server_now: nowMs, allowed_signers: expect.any(String) });
  });

  it('an admin’s passkey countersigns a key once', async () => {
    const [mine, theirs] = [await enrol('op_alpha', 'mine'), await enrol('op_bravo', 'theirs')];
    await signEnrolment('op_alpha', mine);
    await signEnrolment('op_bravo', theirs);
    const path = `/api/signing-keys/${theirs.id}/countersignature`;
    const { body } = await admin('GET', path);
    expect(body).toEqual({
      server_now: nowMs,
      statement: expect.stringContaining('op_bravo'),
      passkeys: [{ id: mine.id, credential_id: mine.credential.id, transports: ['internal'] }],
    });
    const answer = signedKeyStatement({ passkey: mine.id, credential: mine.credential }, body.statement);
    const done = await admin('POST', path, answer);
    expect(done).toMatchObject({ status: 200, body: { server_now: nowMs, passkey: { id: theirs.id } } });
    const { keys, bootstrap } = (await admin('GET', '/api/signing-keys')).body;
    expect(keys.find(({ id }: { id: string }) => id === theirs.id)).toMatchObject({
      countersigned_at: nowMs,
      countersigned_by: 'op_alpha',
    });
    expect(bootstrap).toEqual(expect.any(Boolean));
    expect(await admin('POST', path, answer)).toMatchObject({
      status: 409,
      body: {
        error:
          'This key does not wait for a countersignature: its owner has not signed its enrolment, or somebody has countersigned it.',
      },
    });
  });

  it('the console shows an endpoint, its previous secret until that ends, and since when it fails', async () => {
    const made = await admin('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/x', types: ['request.denied'] });
    const endpoint = {
      id: expect.stringMatching(/^whe_/),
      url: 'http://127.0.0.1:9/x',
      types: ['request.denied'],
      description: '',
      enabled: true,
      unverified: false,
      created_at: nowMs,
      deleted_at: null,
      previous_secret_expires_at: null,
      failing_since: null,
    };
    expect(made.body).toEqual({ server_now: nowMs, endpoint, secret: expect.stringMatching(/^whsec_/) });
    const path = `/api/webhooks/${made.body.endpoint.id}`;
    expect((await admin('GET', path)).body).toEqual({ server_now: nowMs, endpoint });
    expect((await admin('GET', '/api/webhooks')).body).toEqual({
      server_now: nowMs,
      endpoints: [endpoint],
      cursor: null,
    });
    const rotated = await admin('POST', `${path}/rotate`, { overlap_seconds: 60 });
    expect(rotated.body.endpoint.previous_secret_expires_at).toBe(nowMs + 60_000);
    const shown = async () => (await admin('GET', path)).body.endpoint.previous_secret_expires_at;
    nowMs += 59_999;
    expect(await shown()).toBe(nowMs + 1);
    nowMs += 1;
    expect(await shown()).toBeNull();
    // Without an overlap, the old secret ends at once.
    expect((await admin('POST', `${path}/rotate`)).body.endpoint.previous_secret_expires_at).toBeNull();
    expect(await admin('POST', `${path}/recover`, { since: 2, until: 1 })).toMatchObject({
      status: 400,
      body: { kind: 'invalid', error: '`body.until` must not be before `body.since`.' },
    });
    expect((await admin('POST', `${path}/recover`, { since: 1, until: 1 })).status).toBe(202);
    const { config } = ledger.ports;
    const stored = (await config.endpoint(DEMO_ORG, made.body.endpoint.id))!;
    expect(await config.saveEndpoint(edited(stored, { failingSinceMs: 1000 }, []), PERMIT)).toBe('saved');
    expect((await admin('GET', path)).body.endpoint.failing_since).toBe(1000);
    expect((await admin('DELETE', path)).body.endpoint).toMatchObject({ deleted_at: nowMs, enabled: false });
  });

  it('operators see where events go, and only admins the part of the address that may be a secret', async () => {
    await admin('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/secret?token=1' });
    const [url] = await ledger.ports.config.endpoints(DEMO_ORG);
    const bus = {
      ...url!,
      id: `whe_${'b'.repeat(24)}` as EndpointId,
      url: 'arn:aws:events:eu-central-1:111122223333:event-bus/approvals',
    };
    await ledger.ports.config.saveEndpoint({ ...bus, revision: 1 }, PERMIT);
    const shownTo = async (id: string) => {
      const { endpoints } = (await as(id, 'GET', '/api/overview')).body;
      return endpoints.map((each: { url: string }) => each.url).sort();
    };
    expect(await shownTo('op_alpha')).toEqual([bus.url, url!.url]);
    expect(await shownTo('op_bravo')).toEqual(['arn:aws:events:eu-central-1:111122223333', 'http://127.0.0.1:9']);
  });

  it('the deliveries of a request are shown newest first, with their attempts', async () => {
    const created = await ledger.propose({ callback_url: 'http://127.0.0.1:9/x' });
    const { id } = created.body.request;
    await as('op_bravo', 'POST', `/api/requests/${id}/refuse`);
    const { request } = (await ledger.requests.load(DEMO_ORG, id as RequestId))!;
    const delivery: Delivery = {
      ...newDelivery(request, { type: 'request.denied', atMs: nowMs }, 'callback'),
      nextAttemptAtMs: nowMs + 5000,
    };
    await ledger.ports.deliveries.create(delivery);
    const shown = {
      id: delivery.id,
      event_id: delivery.eventId,
      event_type: 'request.denied',
      request_id: id,
      receiver: 'callback',
      state: 'pending',
      reason: null,
      test: false,
      created_at: nowMs,
      next_attempt_at: expect.any(Number),
      tries: [],
    };
    const path = `/api/requests/${id}/deliveries`;
    expect((await admin('GET', path)).body).toEqual({ server_now: nowMs, deliveries: [shown], cursor: null });
    const taken = await ledger.ports.deliveries.takeAttempt({
      org: DEMO_ORG,
      id: delivery.id,
      generation: 1,
      nowMs: nowMs + 10 * 60_000,
      holdMs: 60_000,
    });
    const attempt = {
      n: 1,
      startedAtMs: nowMs,
      finishedAtMs: nowMs + 7,
      status: 500,
      outcome: 'refused' as const,
      error: 'answered 500',
      trigger: 'first' as const,
    };
    const failed = { ...taken!, state: 'failed' as const, reason: 'gave_up', nextAttemptAtMs: null };
    await ledger.ports.deliveries.finishAttempt(failed, attempt, [], null);
    expect((await admin('GET', path)).body.deliveries).toEqual([
      {
        ...shown,
        state: 'failed',
        reason: 'gave_up',
        next_attempt_at: null,
        tries: [
          {
            n: 1,
            started_at: nowMs,
            finished_at: nowMs + 7,
            status: 500,
            outcome: 'refused',
            error: 'answered 500',
            trigger: 'first',
          },
        ],
      },
    ]);
    const { id: endpoint } = (await admin('POST', '/api/webhooks', { url: 'http://127.0.0.1:9/y' })).body.endpoint;
    const newer = newDelivery(request, { type: 'request.denied', atMs: nowMs + 1 }, endpoint);
    await ledger.ports.deliveries.create(newer);
    const { deliveries } = (await admin('GET', path)).body;
    expect(deliveries.map((each: { id: string }) => each.id)).toEqual([newer.id, delivery.id]);
  });

  it('the session cookie works at an address without TLS, and has no further rights', async () => {
    const { token } = await createSignInLink(ledger.ports, await operator('op_bravo'), PERMIT);
    const { cookies: set } = await atAnAddress('POST', '/api/session', { body: { token } });
    expect(set).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
      expect.stringMatching(/^signed_in=ses_[0-9a-f]{24}; Path=\/; SameSite=Strict; Max-Age=43200$/),
    ]);
  });
});
