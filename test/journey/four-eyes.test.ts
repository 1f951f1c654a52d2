/** No admin alone can change who authorizes (README, "Two admins"; docs/decisions/four-eyes.md). */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { HEADS, person } from '../../src/protocol/actor';
import { openContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { aWorkerKey } from '../support/signing';

const contract = openContract('console');
const POLICY = {
  title: 'Release to customers',
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 2, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
  ttl_seconds: 3600,
};
const ACTION = '/api/actions/demo.release';

describe('an organization that has had two admins', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  const api = async (operator: string, method: string, path: string, body?: unknown) => {
    const answer = await house.api(operator, method, path, body);
    contract.held(method, path, answer);
    return answer;
  };
  /** When nothing is in progress any more. */
  const request = async (id: string) => {
    await house.messages('op_echo');
    return (await house.api('op_echo', 'GET', `/api/requests/${id}`)).body.request;
  };
  /** How many mails about the configuration an operator has. */
  const edits = async (operator: string) =>
    (await house.messages(operator)).filter(({ kind }) => kind === 'changed').length;
  /** After everything that is in progress. */
  const chainEntries = async (kind: string): Promise<object[]> => {
    await house.messages('op_echo');
    const { body } = await house.api('op_echo', 'GET', '/api/audit/export');
    const entries = (body as string).split('\n').filter(Boolean);
    return entries.map((line) => JSON.parse(line)).filter((entry: { kind: string }) => entry.kind === kind);
  };
  const links = async (operator: string) =>
    (await house.messages(operator)).filter(({ kind }) => kind === 'sign_in_link').length;
  const policy = async () => (await api('op_echo', 'GET', ACTION)).body.action;

  it('an admin cannot take over other admins’ accounts: addresses, codes, links', async () => {
    const body = { action: 'demo.release', requester: 'op_echo' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    const others = ['op_foxtrot', 'op_golf'];
    for (const operator of others) {
      const attempts = [
        await api('op_echo', 'PATCH', `/api/operators/${operator}`, { email: 'echo@evil.example' }),
        await api('op_echo', 'POST', `/api/requests/${id}/reissue`, { operator }),
        await api('op_echo', 'POST', `/api/operators/${operator}/sign-in-link`),
      ];
      for (const { status, body: answered } of attempts) {
        expect(status).toBe(202);
        // Their own key does not count, and the request stays open for those who were asked.
        const own = await house.api('op_echo', 'POST', `/api/requests/${answered.change.id}/turn`, {
          code: '00000000',
        });
        expect(own.status).toBe(403);
        expect(await request(answered.change.id)).toMatchObject({ state: 'notified' });
      }
    }
    expect(await request(id)).toMatchObject({ state: 'notified', outcome: null });
    const { operators } = (await api('op_echo', 'GET', '/api/operators')).body;
    expect(operators.filter(({ email }: { email: string }) => email.includes('evil'))).toEqual([]);
    // Six changes: the other admin was asked six times, and each is an entry. One more message: the request itself.
    expect((await house.messages('op_foxtrot')).filter(({ kind }) => kind === 'asked')).toHaveLength(7);
    const proposed = (await chainEntries('request.proposed')) as { actor: string }[];
    expect(proposed.filter(({ actor }) => actor === 'op_echo')).toHaveLength(6);
    for (const operator of others) expect(await links(operator)).toBe(0);
  });

  it('an admin cannot make themselves the only approver: self approval, and a quorum of one', async () => {
    const alone = { ...POLICY, quorum: { ...POLICY.quorum, default: 1 }, deny_self_approval: false };
    expect((await api('op_echo', 'PUT', ACTION, alone)).status).toBe(202);
    const body = { action: 'demo.release', requester: 'op_echo' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    expect((await house.api('op_echo', 'POST', `/api/requests/${id}/turn`, { code: '00000000' })).status).toBe(403);
    expect(await request(id)).toMatchObject({ state: 'notified', outcome: null });
    expect(await policy()).toMatchObject({ version: 1, quorum: { default: 2 }, deny_self_approval: true });
  });

  it('a change is applied when another admin turns a key on it, exactly as they saw it', async () => {
    const waits = await api('op_echo', 'PUT', ACTION, { ...POLICY, quorum: { ...POLICY.quorum, default: 1 } });
    expect(waits.status).toBe(202);
    const { change } = waits.body;
    expect(change).toMatchObject({
      title: 'Edit the action demo.release, version 1',
      differences: [{ field: 'quorum', text: '2 → 1' }],
      waiting_for: ['op_foxtrot'],
    });
    expect(await policy()).toMatchObject({ version: 1, quorum: { default: 2 } });

    const inbox = await api('op_foxtrot', 'GET', '/api/inbox');
    const seen = inbox.body.requests.find(({ request }: { request: { id: string } }) => request.id === change.id);
    expect(seen.request).toMatchObject({ action: 'service.admin', params: { quorum: '2 → 1' } });
    expect((await house.api('op_echo', 'POST', `/api/requests/${change.id}/turn`, { code: '00000000' })).status).toBe(
      403,
    );

    expect((await house.turn('op_foxtrot', change.id)).status).toBe(200);
    expect(await request(change.id)).toMatchObject({ state: 'succeeded', approvers: ['op_foxtrot'] });
    expect(await policy()).toMatchObject({ version: 2, quorum: { default: 1 } });
    const chain = (await api('op_echo', 'GET', '/api/audit?limit=100')).body.entries;
    expect(chain.filter(({ subject }: { subject: string }) => subject === 'demo.release').at(-1)).toMatchObject({
      kind: 'action.updated',
      ...person('op_echo'),
      data: { change: change.id, approvers: ['op_foxtrot'] },
    });
    // Both admins are told.
    for (const admin of ['op_echo', 'op_foxtrot']) {
      const told = await house.messages(admin);
      expect(told.filter(({ request_id, kind }) => request_id === change.id && kind === 'settled')).toHaveLength(1);
    }
  });

  it('a change that makes things safer is made at once, and the other admin is told', async () => {
    const before = await policy();
    const told = async () => (await house.messages('op_foxtrot')).filter(({ kind }) => kind === 'changed').length;
    const toldBefore = await told();
    const safer = { ...POLICY, quorum: { ...POLICY.quorum, default: 2, min: 2 } };
    expect(await api('op_echo', 'PUT', ACTION, safer)).toMatchObject({
      status: 200,
      body: { action: { version: before.version + 1, quorum: { default: 2, min: 2 } } },
    });
    const both = await api('op_echo', 'PUT', ACTION, {
      ...safer,
      quorum: { ...safer.quorum, min: 3, default: 3 },
      deny_self_approval: false,
    });
    expect(both).toMatchObject({ status: 202 });
    expect((await told()) - toldBefore).toBe(1);
    await api('op_foxtrot', 'POST', `/api/requests/${both.body.change.id}/refuse`, { note: 'no' });
  });

  it('a change whose base has moved is refused, and says so', async () => {
    const [first, second] = [
      await api('op_echo', 'PUT', ACTION, { ...POLICY, title: 'First' }),
      await api('op_echo', 'PUT', ACTION, { ...POLICY, title: 'Second' }),
    ];
    for (const { body } of [first, second]) expect((await house.turn('op_foxtrot', body.change.id)).status).toBe(200);
    expect(await request(first.body.change.id)).toMatchObject({ state: 'succeeded' });
    expect(await request(second.body.change.id)).toMatchObject({ state: 'failed' });
    expect((await api('op_echo', 'GET', `/api/requests/${second.body.change.id}`)).body.view.decided.reason).toBe(
      'base_moved',
    );
    expect((await policy()).title).toBe('First');
  });

  it('the token of an approved API key goes to its requester alone, once', async () => {
    const { publicKey: signing_key } = aWorkerKey();
    const waits = await api('op_echo', 'POST', '/api/keys', { name: 'ci', scopes: ['propose', 'read'], signing_key });
    const { id, differences } = waits.body.change;
    expect(differences).toContainEqual({ field: 'signing key', text: signing_key });
    const collect = (operator: string) => api(operator, 'POST', `/api/changes/${id}/key`);
    expect((await collect('op_echo')).status).toBe(409);
    await house.turn('op_foxtrot', id);
    await request(id);
    expect((await collect('op_foxtrot')).status).toBe(404);
    const collected = await collect('op_echo');
    expect(collected).toMatchObject({ status: 201, body: { key: { signing_key } } });
    const headers = { authorization: `Bearer ${collected.body.token}` };
    expect((await house.send('GET', `/v1/requests/req_${'0'.repeat(24)}`, { headers })).status).toBe(404);
    expect((await collect('op_echo')).status).toBe(409);
  });

  it('a sign-in link is mailed to its operator alone', async () => {
    const waits = await api('op_echo', 'POST', '/api/operators/op_golf/sign-in-link');
    expect(waits).toMatchObject({ status: 202, body: { change: { title: expect.stringContaining('op_golf') } } });
    await house.turn('op_foxtrot', waits.body.change.id);
    await request(waits.body.change.id);
    const mails = (await house.messages('op_golf')) as unknown as { kind: string }[];
    expect(mails.filter(({ kind }) => kind === 'sign_in_link')).toHaveLength(1);
    for (const admin of ['op_echo', 'op_foxtrot']) expect(await links(admin)).toBe(0);
  });

  it('an operator whose address was changed loses their seats, and the old address is told', async () => {
    const body = { action: 'demo.release', requester: 'op_echo' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    const waits = await api('op_echo', 'PATCH', '/api/operators/op_golf', { email: 'golf@new.example' });
    expect(waits).toMatchObject({ status: 202 });
    expect(waits.body.change.differences).toEqual([
      { field: 'email', text: 'op_golf@org-four-eyes.example → golf@new.example' },
    ]);
    const before = (await house.messages('op_golf')).length;
    await house.turn('op_foxtrot', waits.body.change.id);
    expect(await request(waits.body.change.id)).toMatchObject({ state: 'succeeded' });
    // Two keys of op_foxtrot and op_golf: without the seat of op_golf there is only one.
    expect(await request(id)).toMatchObject({ state: 'aborted' });
    expect((await api('op_echo', 'GET', `/api/requests/${id}`)).body.view.decided.reason).toBe('roster_too_short');
    const told = (await house.messages('op_golf')).slice(before);
    // To the old address and to the new one. That the request was aborted is told to its requester.
    expect(told.map(({ kind }) => kind)).toEqual(['changed', 'changed']);
    const verdicts = (await house.messages('op_echo')).filter(
      ({ kind, request_id }) => kind === 'settled' && request_id === id,
    );
    expect(verdicts).toHaveLength(1);
  });

  it('a new code is sent when another admin agrees, once for each code that they saw', async () => {
    const body = { action: 'demo.release', requester: 'op_echo' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    const old = await house.code('op_foxtrot', id);
    const again = () => api('op_echo', 'POST', `/api/requests/${id}/reissue`, { operator: 'op_foxtrot' });
    const [first, second] = [await again(), await again()];
    expect(first).toMatchObject({
      status: 202,
      body: { change: { title: 'Send the operator op_foxtrot a new code', waiting_for: ['op_foxtrot'] } },
    });
    expect(await house.code('op_foxtrot', id)).toBe(old);
    for (const { body: answered } of [first, second]) await house.turn('op_foxtrot', answered.change.id);
    expect(await request(first.body.change.id)).toMatchObject({ state: 'succeeded' });
    expect(await request(second.body.change.id)).toMatchObject({ state: 'failed' });
    expect(await house.code('op_foxtrot', id)).not.toBe(old);
    expect((await api('op_foxtrot', 'POST', `/api/requests/${id}/turn`, { code: old })).status).toBe(403);
    expect((await house.turn('op_foxtrot', id)).status).toBe(200);
    expect(await chainEntries('code.reissued')).toMatchObject([
      {
        ...person('op_echo'),
        subject: id,
        data: { seat: 'op_foxtrot', change: first.body.change.id, approvers: ['op_foxtrot'] },
      },
    ]);
  });

  it('a refused attempt is recorded, and the other admin is told who made it', async () => {
    const [{ version }, before] = [await policy(), await edits('op_foxtrot')];
    const stale = await api('op_echo', 'PUT', ACTION, { ...POLICY, title: 'Stale', if_version: version - 1 });
    expect(stale.status).toBe(409);
    expect(await edits('op_foxtrot')).toBe(before + 1);
    const told = readFileSync(join(dirname(house.running.demoFile), 'memory/messages.ndjson'), 'utf8').split('\n');
    expect(told.findLast((line) => line.includes('"operator":"op_foxtrot"'))).toContain('Attempted by Echo at ');
    expect((await chainEntries('change.refused')).at(-1)).toMatchObject({
      ...person('op_echo'),
      subject: 'demo.release',
      data: { attempt: 'put_action', reason: 'version_moved' },
    });
  });

  it('a change is never shown to consumers', async () => {
    const { change } = (await api('op_echo', 'PUT', ACTION, { ...POLICY, title: 'Hidden' })).body;
    const v1 = (method: string, path: string, body?: unknown) => house.v1('four_eyes', method, path, body);
    const unknown = await v1('GET', `/v1/requests/req_${'0'.repeat(24)}`);
    for (const state of ['open', 'decided']) {
      if (state === 'decided') await house.turn('op_foxtrot', change.id);
      const seen = [
        await v1('GET', `/v1/requests/${change.id}`),
        await v1('POST', `/v1/requests/${change.id}/claim`),
        await v1('POST', `/v1/requests/${change.id}/execution`, {
          claim_id: `clm_${'0'.repeat(24)}`,
          status: 'failed',
        }),
      ];
      expect(seen.map(({ status, body }) => ({ status, body }))).toEqual(
        seen.map(() => ({ status: 404, body: unknown.body })),
      );
    }
    expect((await v1('GET', '/v1/requests?executable=true')).body.requests).toEqual([]);
    await request(change.id);
    const feed = await v1('GET', '/v1/events?limit=100');
    expect(feed.status).toBe(200);
    expect(JSON.stringify(feed.body)).not.toContain(change.id);
    const direct = { action: 'service.admin', requester: 'op_echo' };
    expect((await v1('POST', '/v1/requests', direct)).status).toBe(422);
    const own = await api('op_echo', 'PUT', '/api/actions/service.own', POLICY);
    expect(own).toMatchObject({ status: 422, body: { kind: 'invalid' } });
    const deliveries = await api('op_echo', 'GET', `/api/requests/${change.id}/deliveries`);
    expect(deliveries.body.deliveries).toEqual([]);
  });

  // The last one: nothing repairs the chain.
  it('all admins are told once that the audit log was rewritten', async () => {
    // Once both have their mails, everything so far is published.
    const before = [await edits('op_echo'), await edits('op_foxtrot')];
    // The runner says it on its terminal, too.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { client, main: TableName } = house.running.tables;
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'org_four_eyes#AUDIT' },
        ScanIndexForward: false,
        Limit: 1,
      }),
    );
    const entries = JSON.parse(Items[0]!.entries as string).map((entry: object) => ({ ...entry, ...person('op_x') }));
    await client.send(new PutCommand({ TableName, Item: { ...Items[0], entries: JSON.stringify(entries) } }));
    for (const title of ['One', 'Two']) await api('op_echo', 'PUT', ACTION, { ...POLICY, title });
    expect([await edits('op_echo'), await edits('op_foxtrot')]).toEqual(before.map((count) => count + 1));
    expect(await chainEntries('audit.head_refused')).toMatchObject([{ ...HEADS, data: { fault: 'edited' } }]);
  });

  it('invites several people as one change, whom the second admin approves with one key', async () => {
    const person = (id: string, role = 'operator') => ({ id, name: id.slice(3), email: `${id}@acme.dev`, role });
    const people = [person('op_ina'), person('op_ingo'), person('op_iris', 'admin')];
    const invited = await api('op_echo', 'POST', '/api/operator-invitations', { operators: people });
    expect(invited.status).toBe(202);
    const ids = async () =>
      (await api('op_echo', 'GET', '/api/operators')).body.operators.map(({ id }: { id: string }) => id);
    expect(await ids()).not.toContain('op_ina');
    expect((await request(invited.body.change.id)).params).toMatchObject({
      'new admins': 'op_iris "iris" <op_iris@acme.dev>',
      'new operators': 'op_ina "ina" <op_ina@acme.dev>; op_ingo "ingo" <op_ingo@acme.dev>',
    });
    expect((await house.turn('op_foxtrot', invited.body.change.id)).status).toBe(200);
    expect((await request(invited.body.change.id)).state).toBe('succeeded');
    expect(await ids()).toEqual(expect.arrayContaining(['op_ina', 'op_ingo', 'op_iris']));
    for (const { id } of people) expect([id, await links(id)]).toEqual([id, 1]);
    const made = (await chainEntries('operator.created')) as { subject: string; data: object }[];
    expect(made.filter(({ subject }) => people.some(({ id }) => id === subject))).toHaveLength(3);
    const again = await api('op_echo', 'POST', '/api/operator-invitations', { operators: [person('op_ina')] });
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('"op_ina"') } });
    // The other tests are about two admins.
    expect((await api('op_echo', 'PATCH', '/api/operators/op_iris', { enabled: false })).status).toBe(200);
  });

  it('an edit of a group is applied when another admin approves it, and only while it affects the actions that they saw', async () => {
    const putGroup = async (...operators: readonly string[]) => {
      const body = { name: 'Operations', members: operators.map((operator) => ({ operator })) };
      const waits = await api('op_echo', 'PUT', '/api/groups/grp_ops', body);
      expect(waits.status).toBe(202);
      return waits.body.change.id as string;
    };
    const approved = async (id: string) => {
      expect((await house.turn('op_foxtrot', id)).status).toBe(200);
      return (await request(id)).state;
    };
    const group = async () => (await api('op_echo', 'GET', '/api/groups')).body.groups[0];
    const quorum = { ...POLICY.quorum, max: 2 };
    const policyOfShip = { title: 'Ship', roster: ['grp_ops', 'op_foxtrot'], quorum };
    const ship = async (action: string) => {
      const requires = [{ group: 'grp_ops', keys: 1 }];
      const saved = await api('op_echo', 'PUT', `/api/actions/${action}`, { ...policyOfShip, requires });
      expect([saved.status, await approved(saved.body.change.id)]).toEqual([202, 'succeeded']);
    };
    expect(await approved(await putGroup('op_golf'))).toBe('succeeded');
    expect(await group()).toMatchObject({ revision: 1, members: [{ operator: 'op_golf' }], actions: [] });
    await ship('ship.first');

    const edit = await putGroup('op_golf', 'op_echo');
    expect((await request(edit)).params).toMatchObject({ 'actions affected': 'ship.first' });
    expect(await group()).toMatchObject({ revision: 1, members: [{ operator: 'op_golf' }] });
    expect(await approved(edit)).toBe('succeeded');
    expect(await group()).toMatchObject({ revision: 2, members: [{ operator: 'op_golf' }, { operator: 'op_echo' }] });
    expect(await chainEntries('group.updated')).toMatchObject([
      { ...person('op_echo'), data: { affects: ['ship.first'], change: edit, approvers: ['op_foxtrot'] } },
    ]);
    const body = { action: 'ship.first', requester: 'op_foxtrot' };
    const { id } = (await house.v1('four_eyes', 'POST', '/v1/requests', body)).body.request;
    const { view } = (await api('op_echo', 'GET', `/api/requests/${id}`)).body;
    expect(view.seats.map(({ operator }: { operator: string }) => operator)).toEqual(
      expect.arrayContaining(['op_golf', 'op_echo', 'op_foxtrot']),
    );

    const stale = await putGroup('op_golf');
    await ship('ship.second');
    expect(await approved(stale)).toBe('failed');
    expect(await group()).toMatchObject({ revision: 2, actions: ['ship.first', 'ship.second'] });
  });
});
