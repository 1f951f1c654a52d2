import { createPublicKey, verify } from 'node:crypto';
import { person } from '../../src/protocol/actor';
import { firstFault } from '../../src/service/audit/rules/chain';
import { heldToContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { tokenIn } from '../support/sign-in-link';

const POLICY = {
  title: 'Delete a customer',
  roster: ['op_alpha', 'op_bravo', 'op_charlie'],
  quorum: { default: 1, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
  param_rules: [{ when: [{ param: 'size', op: 'gte', value: '10' }], quorum: 2 }],
};

describe('the configuration of an organization', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const admin = (method: string, path: string, body?: unknown) => house.api('op_alpha', method, path, body);
  const withToken = (token: string, path: string) =>
    house.send('GET', path, { headers: { authorization: `Bearer ${token}` } });

  describe('API keys', () => {
    it('an API key shows its token once, works with its scopes, and stops working when it is revoked', async () => {
      const created = await admin('POST', '/api/keys', { name: 'ci', scopes: ['read', 'execute'] });
      expect(created).toMatchObject({
        status: 201,
        body: { key: { name: 'ci', scopes: ['read', 'execute'], revoked_at: null } },
      });
      const { token, key } = created.body;
      expect((await withToken(token, '/v1/requests?executable=true')).status).toBe(200);
      const proposal = {
        body: { action: 'demo.solo', requester: 'op_alpha' },
        headers: { authorization: `Bearer ${token}` },
      };
      expect((await house.send('POST', '/v1/requests', proposal)).status).toBe(403);
      const listed = await admin('GET', '/api/keys?limit=100');
      expect(JSON.stringify(listed.body)).not.toContain(token);
      expect((await admin('DELETE', `/api/keys/${key.id}`)).body.key.revoked_at).toEqual(expect.any(Number));
      expect((await admin('DELETE', `/api/keys/${key.id}`)).status).toBe(200);
      expect((await withToken(token, '/v1/requests?executable=true')).status).toBe(401);
    });

    it('an API key with an unknown scope is refused, and so is the revocation of an unknown key', async () => {
      for (const scopes of [[], ['root'], ['read', 'read']]) {
        expect(await admin('POST', '/api/keys', { name: 'x', scopes })).toMatchObject({
          status: 400,
          body: { kind: 'invalid' },
        });
      }
      expect((await admin('DELETE', '/api/keys/key_nobody')).status).toBe(404);
      expect((await admin('DELETE', `/api/keys/${'k'.repeat(2000)}`)).status).toBe(404);
      expect((await house.api('op_bravo', 'POST', '/api/keys', { name: 'x', scopes: ['read'] })).status).toBe(403);
    });
  });

  it.each<[string, string, number, (name: string) => object]>([
    ['POST', '/api/keys', 400, (name) => ({ name, scopes: ['read'] })],
    ['PUT', '/api/organization', 400, (name) => ({ name })],
    ['POST', '/api/operators', 400, (name) => ({ id: 'op_new', name, email: 'n@acme.dev', role: 'operator' })],
    [
      'POST',
      '/api/operator-invitations',
      400,
      (name) => ({ operators: [{ id: 'op_new', name, email: 'n@acme.dev', role: 'operator' }] }),
    ],
    ['PATCH', '/api/operators/op_bravo', 400, (name) => ({ name })],
    ['POST', '/api/webhooks', 400, (name) => ({ url: 'http://127.0.0.1:9/x', description: name })],
    ['PUT', '/api/actions/new', 422, (name) => ({ ...POLICY, title: name })],
    ['PUT', '/api/groups/grp_new', 422, (name) => ({ name, members: [] })],
  ])(
    '%s %s refuses a misleading name with %i, and the answer says which character',
    async (method, path, status, body) => {
      for (const [name, character] of [
        ['Nina\u202edev', 'U+202E (right-to-left override)'],
        ['Nina\u0085Bcc', 'U+0085 (unseen character)'],
        ['\u200b', 'U+200B (zero width space)'],
      ] as const) {
        const error = expect.stringContaining(character);
        expect(await admin(method, path, body(name))).toMatchObject({ status, body: { kind: 'invalid', error } });
      }
    },
  );

  describe('actions', () => {
    it('an action is set version by version, and requests can be proposed under it', async () => {
      const first = await admin('PUT', '/api/actions/customer.delete', POLICY);
      expect(first).toMatchObject({
        status: 200,
        body: { action: { version: 1, mode: 'independent', ttl_seconds: 3600 } },
      });
      const second = await admin('PUT', '/api/actions/customer.delete', { ...POLICY, title: 'Delete', if_version: 1 });
      expect(second.body.action).toMatchObject({ version: 2, title: 'Delete' });
      const stale = await admin('PUT', '/api/actions/customer.delete', { ...POLICY, if_version: 1 });
      expect(stale).toMatchObject({ status: 409, body: { kind: 'conflict' } });
      const proposed = await house.propose({ action: 'customer.delete', params: { size: '12' } });
      expect(proposed.status).toBe(202);
      const { view } = (await house.api('op_bravo', 'GET', `/api/requests/${proposed.body.request.id}`)).body;
      expect(view).toMatchObject({ quorum: 2, rule: 0, policy_version: 2, title: 'Delete' });
    });

    it('an action has an integration only if the deployment declares both together', async () => {
      for (const id of ['mine', 'demo.solo', 'demo.transfer2']) {
        const own = await house.api('op_alpha', 'PUT', `/api/actions/${id}`, { ...POLICY, integration: 'demo.sink' });
        expect(own).toMatchObject({ status: 422, body: { kind: 'invalid' } });
      }
      const enabled = { ...POLICY, integration: 'demo.sink' };
      const platform = await house.api('op_alpha', 'PUT', '/api/actions/demo.transfer', enabled);
      expect(platform).toMatchObject({ status: 200, body: { action: { integration: 'demo.sink' } } });
      const listed = await house.api('op_bravo', 'GET', '/api/actions');
      expect(listed.body.platform_actions).toEqual([{ action: 'demo.transfer', integration: 'demo.sink' }]);
    });

    it('every mistake of a policy is listed at once', async () => {
      const senseless = { ...POLICY, roster: ['op_bravo', 'op_zulu'], integration: 'nowhere' };
      const refused = await admin('PUT', '/api/actions/senseless', senseless);
      expect(refused).toMatchObject({ status: 422, body: { kind: 'invalid' } });
      const problems = refused.body.problems as string[];
      expect(problems.some((problem) => problem.includes('op_zulu'))).toBe(true);
      expect(problems.some((problem) => problem.startsWith('quorum.max'))).toBe(true);
      expect(problems.some((problem) => problem.startsWith('integration'))).toBe(true);
      expect((await admin('GET', '/api/actions/senseless')).status).toBe(404);
      expect((await admin('PUT', '/api/actions/a%23b', POLICY)).status).toBe(400);
    });

    it('a policy that is saved or tried accepts only the fields of the document', async () => {
      const saved = await admin('PUT', '/api/actions/closed.policy', { ...POLICY, colour: 'red' });
      expect(saved.status).toBe(400);
      expect(saved.body.error).toBe('`body` has a field that is not allowed: "colour".');
      await admin('PUT', '/api/actions/closed.policy', POLICY);
      const tried = await admin('POST', '/api/actions/closed.policy/backtest', {
        policy: { ...POLICY, if_version: 1 },
      });
      expect(tried.status).toBe(400);
      expect(tried.body.error).toBe('`body.policy` has a field that is not allowed: "if_version".');
      const modes = await admin('PUT', '/api/actions/closed.policy', { ...POLICY, mode: 'sometimes' });
      expect(modes.body.error).toBe('`body.mode` must be one of "independent", "coincident".');
    });

    it('a preview shows what a proposal would require, and creates nothing', async () => {
      await admin('PUT', '/api/actions/preview.me', POLICY);
      const preview = async (body: object) =>
        (await house.api('op_bravo', 'POST', '/api/actions/preview.me/preview', body)).body.preview;
      expect(await preview({ requester: 'op_alpha', params: { size: '9' } })).toMatchObject({
        quorum: 1,
        decided_by: 'default',
        floor: 1,
        rules: [{ index: 0, matched: false, first_unmet: { param: 'size', op: 'gte', value: '10', actual: '9' } }],
        seats: ['op_bravo', 'op_charlie'],
        struck: [{ operator: 'op_alpha', reason: 'self_approval_denied' }],
        refusal: null,
      });
      expect(await preview({ requester: 'op_bravo', params: { size: '10' } })).toMatchObject({
        ...{ version: 1, quorum: 2, decided_by: 'rule', rule: 0, floor: 2, unapprovable: [] },
        rules: [{ index: 0, quorum: 2, requires: [], matched: true, first_unmet: null }],
      });
      expect((await preview({ requester: 'op_nobody' })).refusal).toMatchObject({ kind: 'refused' });
      expect((await preview({ requester: 'op_alpha', quorum: 3 })).refusal).toMatchObject({ kind: 'refused' });
      expect((await admin('GET', '/api/requests?action=preview.me')).body.requests).toEqual([]);
    });

    it('a back-test shows which past requests another policy would have handled differently', async () => {
      await admin('PUT', '/api/actions/back.test', POLICY);
      const small = await house.proposed({ action: 'back.test', params: { size: '1' } });
      const large = await house.proposed({ action: 'back.test', params: { size: '99' } });
      const stricter = { ...POLICY, param_rules: [{ when: [{ param: 'size', op: 'gte', value: '50' }], quorum: 3 }] };
      await house.refuse('op_bravo', small);
      const tried = await admin('POST', '/api/actions/back.test/backtest', {
        policy: { ...stricter, deny_self_approval: false },
      });
      expect(tried.body).toMatchObject({ looked_at: 2, truncated: false });
      expect(tried.body.lines).toEqual([
        { field: 'self approval', before: ['not allowed'], after: ['allowed'] },
        { field: 'rule 1, removed', before: null, after: ['if "size" ≥ "10": 2 keys'] },
        { field: 'rule 1, added', before: null, after: ['if "size" ≥ "50": 3 keys'] },
      ]);
      const byId = new Map(tried.body.different.map((each: { request_id: string }) => [each.request_id, each]));
      expect(byId.get(large)).toMatchObject({
        ...{ was: { quorum: 2 }, would_be: { quorum: 3 }, refusal: null, outcome: null },
      });
      expect(byId.get(small)).toMatchObject({
        was: { seats: ['op_bravo', 'op_charlie'] },
        would_be: { quorum: 1, seats: POLICY.roster },
        outcome: 'denied',
      });
      const same = await admin('POST', '/api/actions/back.test/backtest', { policy: POLICY });
      expect(same.body).toMatchObject({ lines: [], different: [] });
    });

    it('a deleted action accepts no proposal, and continues from its last version', async () => {
      await admin('PUT', '/api/actions/gone', POLICY);
      expect((await admin('DELETE', '/api/actions/gone')).status).toBe(200);
      expect((await house.propose({ action: 'gone' })).status).toBe(422);
      expect((await admin('DELETE', '/api/actions/gone')).status).toBe(404);
      expect((await admin('PUT', '/api/actions/gone', { ...POLICY, if_version: 0 })).body.action.version).toBe(2);
    });
  });

  describe('operators', () => {
    const cookieOf = async (operator: string): Promise<string> => {
      const link = await admin('POST', `/api/operators/${operator}/sign-in-link`);
      expect(link.status).toBe(201);
      const token = tokenIn(link.body.sign_in_url);
      const opened = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
      return opened.headers.get('set-cookie')!.split(';')[0]!;
    };

    it('only admins see when each operator last signed in, how many passkeys and which company account they have', async () => {
      const { status, body } = await admin('GET', '/api/operator-access');
      expect(status).toBe(200);
      const [alpha] = body.operators.filter(({ id }: { id: string }) => id === 'op_alpha');
      const never = { passkeys: 0, account_connected_at: null };
      expect(alpha).toEqual({ id: 'op_alpha', last_sign_in_at: expect.any(Number), ...never });
      expect(alpha.last_sign_in_at).toBeLessThanOrEqual(body.server_now);
      expect((await house.api('op_bravo', 'GET', '/api/operator-access')).status).toBe(403);
    });

    it('a new operator can sign in by a link, is asked, and turns a key', async () => {
      const created = await admin('POST', '/api/operators', {
        id: 'op_echo',
        name: 'Echo',
        email: 'echo@acme.dev',
        role: 'operator',
      });
      expect(created).toMatchObject({ status: 201, body: { operator: { id: 'op_echo', enabled: true } } });
      const again = await admin('POST', '/api/operators', {
        id: 'op_echo',
        name: 'E',
        email: 'e@acme.dev',
        role: 'admin',
      });
      expect(again).toMatchObject({ status: 409, body: { kind: 'conflict' } });
      // Rosters name operators and groups by their ids.
      const group = { id: 'grp_echo', name: 'Echo', email: 'echo@acme.dev', role: 'operator' };
      expect(await admin('POST', '/api/operators', group)).toMatchObject({
        status: 400,
        body: {
          error: expect.stringMatching(/^"grp_echo": the id is reserved\. No id of an operator starts with "grp_"/),
        },
      });
      const taken = ['op_echo', 'op_bravo'].map((id) => ({ ...group, id }));
      expect(await admin('POST', '/api/operator-invitations', { operators: taken })).toMatchObject({
        status: 409,
        body: { error: 'These operator ids are already used: "op_echo", "op_bravo". An id cannot be used again.' },
      });
      const cookie = await cookieOf('op_echo');
      const me = await house.send('GET', '/api/session', { headers: { cookie } });
      expect(me.body.operator).toEqual({ id: 'op_echo', name: 'Echo', role: 'operator' });
      const quorum = { default: 1, min: 1, max: 1, selectable: false };
      await admin('PUT', '/api/actions/echo.only', { ...POLICY, roster: ['op_echo'], quorum, param_rules: [] });
      const id = await house.proposed({ action: 'echo.only' });
      const waiting = await house.send('GET', '/api/inbox', { headers: { cookie } });
      expect(waiting.body.requests).toMatchObject([{ request: { id }, view: { you: { seat: true } } }]);
      expect((await house.turn('op_echo', id)).body.request.outcome).toBe('authorized');
    });

    it('a disabled operator is removed from open requests, and a request that cannot be authorized any more ends', async () => {
      await admin('POST', '/api/operators', { id: 'op_fox', name: 'Fox', email: 'fox@acme.dev', role: 'operator' });
      const pair = {
        ...POLICY,
        roster: ['op_fox', 'op_bravo'],
        quorum: { default: 2, min: 2, max: 2, selectable: false },
        param_rules: [],
      };
      await admin('PUT', '/api/actions/needs.both', pair);
      await admin('PUT', '/api/actions/needs.one', {
        ...pair,
        quorum: { default: 1, min: 1, max: 1, selectable: false },
      });
      const both = await house.proposed({ action: 'needs.both' });
      const one = await house.proposed({ action: 'needs.one' });
      const cookie = await cookieOf('op_fox');
      const asFox = (method: string, path: string) =>
        house.send(method, path, { headers: { cookie, origin: house.url } });
      expect((await asFox('GET', '/api/session')).status).toBe(200);
      expect((await admin('PATCH', '/api/operators/op_fox', { enabled: false })).body.operator.enabled).toBe(false);
      expect((await admin('GET', `/api/requests/${both}`)).body).toMatchObject({
        request: { outcome: 'aborted' },
        view: { decided: { by: [], reason: 'roster_too_short' } },
      });
      expect((await admin('GET', `/api/requests/${one}`)).body.view).toMatchObject({
        eligible: ['op_bravo'],
        decided: null,
      });
      expect((await asFox('GET', '/api/session')).status).toBe(401);
      expect((await asFox('POST', `/api/requests/${one}/refuse`)).status).toBe(401);
      expect((await admin('GET', `/api/requests/${one}`)).body.request.state).toBe('notified');
      expect(await admin('POST', '/api/operators/op_fox/sign-in-link')).toMatchObject({
        status: 422,
        body: { kind: 'refused' },
      });
    });

    it('the organization always keeps an enabled admin', async () => {
      for (const edit of [{ enabled: false }, { role: 'operator' }]) {
        const refused = await admin('PATCH', '/api/operators/op_alpha', edit);
        expect(refused).toMatchObject({ status: 409, body: { kind: 'conflict' } });
      }
      // The organization with two admins, who demote each other.
      const [one, two] = await Promise.all([
        house.api('op_echo', 'PATCH', '/api/operators/op_foxtrot', { role: 'operator' }),
        house.api('op_foxtrot', 'PATCH', '/api/operators/op_echo', { role: 'operator' }),
      ]);
      expect([one!.status, two!.status].every((status) => [200, 403, 409].includes(status))).toBe(true);
      const { operators } = (await house.api('op_golf', 'GET', '/api/operators?limit=100')).body;
      const admins = operators.filter(
        (each: { role: string; enabled: boolean }) => each.enabled && each.role === 'admin',
      );
      expect(admins.length).toBeGreaterThan(0);
    });
  });

  describe('audit', () => {
    it('the audit log is complete up to the newest change, under a signed head, and only for admins', async () => {
      await admin('POST', '/api/keys', { name: 'audited', scopes: ['read'] });
      await house.advance(0);
      const exported = await admin('GET', '/api/audit/export');
      expect(exported.headers.get('content-type')).toBe('application/x-ndjson');
      const entries = (exported.body as string)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const head = (await admin('GET', '/api/audit/head')).body;
      expect(firstFault(head.org, entries, { seq: head.seq, hash: head.hash })).toBeNull();
      expect(entries.at(-1)).toMatchObject({ kind: 'key.created', ...person('op_alpha'), data: { name: 'audited' } });
      const [header, claims, signature] = head.jws.split('.');
      const key = createPublicKey({ key: head.jwk, format: 'jwk' });
      const signed = Buffer.from(`${header}.${claims}`);
      const bytes = Buffer.from(signature, 'base64url');
      expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
      const payload = JSON.parse(Buffer.from(claims, 'base64url').toString());
      expect(payload).toMatchObject({ org: head.org, seq: head.seq, hash: head.hash, at: head.at });
      expect((await house.api('op_bravo', 'GET', '/api/audit/export')).status).toBe(403);
    });
  });

  it('the overview sums up the last week', async () => {
    const before = (await admin('GET', '/api/overview')).body;
    const id = await house.proposed();
    const { count } = before.open;
    expect((await admin('GET', '/api/overview')).body.open).toEqual({ count: count + 1, read: count + 1 });
    await house.refuse('op_bravo', id);
    const after = (await admin('GET', '/api/overview')).body;
    expect(after.open).toEqual({ count, read: count });
    expect(after.requests).toBe(before.requests + 1);
    expect(after.outcomes.denied).toBe(before.outcomes.denied + 1);
    expect(after.time_to_verdict.p95_ms).toEqual(expect.any(Number));
    expect(after.oldest_pending).toMatchObject({ id: expect.stringMatching(/^req_/), expires_at: expect.any(Number) });
    expect(after).toMatchObject({ days: 7, since: after.by_day[0].start });
    expect(after.by_day).toHaveLength(7);
    expect(after.by_day.at(-1).denied).toBeGreaterThan(0);
    const times = (after.decisions as { took_ms: number }[]).map(({ took_ms }) => took_ms);
    expect(after.decisions[0]).toEqual({ id, outcome: 'denied', at: expect.any(Number), took_ms: expect.any(Number) });
    expect(times.length).toBe(after.outcomes.authorized + after.outcomes.denied);
    expect(Math.max(...times)).toBeGreaterThanOrEqual(after.time_to_verdict.p95_ms);
    const { minutes_5, minutes_15, minutes_60, later } = after.time_left;
    expect(minutes_5 + minutes_15 + minutes_60 + later).toBe(count);
    const longer = (await admin('GET', '/api/overview?days=30')).body;
    expect(longer.by_day).toHaveLength(30);
    expect((await admin('GET', '/api/overview?days=8')).status).toBe(400);
  });

  it.each(['Asia/Kathmandu', 'UTC'])('the overview begins its days in the zone %s', async (zone) => {
    const { status, body } = await admin('GET', `/api/overview?zone=${encodeURIComponent(zone)}`);
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
    expect([status, clock.format(body.by_day[0].start)]).toEqual([200, '00:00:00']);
  });

  it.each(['Mars/Olympus', 'Europe/', '+02:00', ' UTC', ''])(
    'the overview refuses the unknown zone "%s"',
    async (zone) => {
      const { status, body } = await admin('GET', `/api/overview?zone=${encodeURIComponent(zone)}`);
      expect([status, body.kind]).toEqual([400, 'invalid']);
      expect(body.error).toMatch(/zone/);
    },
  );

  it('the overview names the operators whose keys are missing, the longest wait first', async () => {
    const quorum = { default: 1, min: 1, max: 1, selectable: false };
    await admin('PUT', '/api/actions/delta.only', { ...POLICY, roster: ['op_delta'], quorum, param_rules: [] });
    await house.propose({ action: 'delta.only' });
    await house.advance(1000);
    const { id, created_at } = (await house.propose({ action: 'demo.deploy', requester: 'op_alpha' })).body.request;
    const { waiting_on } = (await admin('GET', '/api/overview')).body;
    const bravo = waiting_on.find(({ operator }: { operator: string }) => operator === 'op_bravo');
    expect(bravo).toMatchObject({ name: 'Bravo', requests: expect.any(Number) });
    expect(bravo.since).toBeLessThanOrEqual(created_at);
    const waits = waiting_on.map(({ since }: { since: number }) => since);
    expect(new Set(waits).size).toBeGreaterThan(1);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    await house.advance(40_000);
    await house.turn('op_bravo', id);
    const { waiting_on: after } = (await admin('GET', '/api/overview')).body;
    const left = after.find(({ operator }: { operator: string }) => operator === 'op_bravo')?.requests ?? 0;
    expect(left).toBe(bravo.requests - 1);
  });

  it('the overview shows an endpoint that does not answer as failing until it answers again', async () => {
    const receiver = await openReceiver();
    const url = `${receiver.url}/secret-path`;
    const { id } = (await admin('POST', '/api/webhooks', { url })).body.endpoint;
    const decide = async () => {
      const request = await house.proposed();
      await house.refuse('op_bravo', request);
      await house.advance(0);
    };
    const healthAs = async (operator: string) =>
      (await house.api(operator, 'GET', '/api/overview')).body.endpoints.find((each: { id: string }) => each.id === id);
    expect(await healthAs('op_alpha')).toMatchObject({ health: 'unused', waiting: 0, last_attempt_at: null });
    await decide();
    expect(await healthAs('op_alpha')).toMatchObject({ health: 'healthy', last_status: 200, failing_since: null });
    receiver.answer(503);
    await decide();
    expect(await healthAs('op_alpha')).toMatchObject({
      health: 'failing',
      url,
      last_status: 503,
      failing_since: expect.any(Number),
      next_attempt_at: expect.any(Number),
      last_error: expect.stringContaining('503'),
      waiting: 1,
    });
    expect((await healthAs('op_bravo')).url).toBe(new URL(url).origin);
    const alone = (await admin('GET', '/api/webhooks/health')).body.endpoints;
    expect(alone).toEqual((await admin('GET', '/api/overview')).body.endpoints);
    expect(alone).toContainEqual(await healthAs('op_alpha'));
    receiver.answer(200);
    await decide();
    expect((await healthAs('op_alpha')).health).toBe('healthy');
    await admin('DELETE', `/api/webhooks/${id}`);
    await receiver.close();
  });
});
