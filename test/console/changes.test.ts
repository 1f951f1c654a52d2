/** A change of the configuration as its approvers read it, over HTTP. */

import { type Line, lineText } from '../../src/protocol/words';
import { heldToContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

describe('a change that waits for another admin', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const release = async () => {
    const { body } = await house.api('op_echo', 'GET', '/api/actions/demo.release');
    const { id, version, created_at, updated_at, ...policy } = body.action;
    return policy;
  };
  const ask = async (fields: object): Promise<string> => {
    const edit = { ...(await release()), ...fields };
    const { status, body } = await house.api('op_echo', 'PUT', '/api/actions/demo.release', edit);
    expect(status).toBe(202);
    return body.change.id;
  };
  const read = async (id: string) => (await house.api('op_foxtrot', 'GET', `/api/changes/${id}`)).body.change;
  const oneKey = { quorum: { default: 1, min: 1, max: 3, selectable: false } };

  it('a change that waits is titled by its difference everywhere, and says what it means for approvals', async () => {
    const id = await ask(oneKey);
    const title = 'Release to customers: keys needed 2 → 1';
    expect((await house.api('op_foxtrot', 'GET', `/api/requests/${id}`)).body.view.title).toBe(title);
    const { policy, ...change } = await read(id);
    expect(change).toEqual({
      ...{ id, title, action: 'demo.release', effect: 'lowers', base_moved: false },
      fields: [{ field: 'quorum', before: ['2'], after: ['1'] }],
      heaviest: { field: 'quorum', called: 'keys needed' },
      before: await release(),
      after: { ...(await release()), ...oneKey },
    });
  });

  it.each([
    [['propose'], 'gives_access'],
    [['execute'], 'gives_access'],
    [['read', 'execute'], 'gives_access'],
    [['read'], null],
  ])(
    'the request of an API key with the scopes %j says what the key gives, without its document',
    async (scopes, effect) => {
      const { status, body } = await house.api('op_echo', 'POST', '/api/keys', { name: 'ci', scopes });
      expect(status).toBe(202);
      const change = { kind: 'create_key', effect };
      const page = await house.api('op_foxtrot', 'GET', `/api/requests/${body.change.id}`);
      expect(page.body.view.change).toEqual(change);
      expect(page.body.request).not.toHaveProperty('change');
      expect((await read(body.change.id)).effect).toBe(effect);
      const inbox = await house.api('op_foxtrot', 'GET', '/api/inbox');
      const row = inbox.body.requests.find(({ request }: { request: { id: string } }) => request.id === body.change.id);
      expect(row.view.change).toEqual(change);
      await house.refuse('op_foxtrot', body.change.id);
    },
  );

  it('a request that changes no configuration has no kind of change', async () => {
    const id = await ask(oneKey);
    const viewed = (await house.api('op_foxtrot', 'GET', `/api/requests/${id}`)).body.view;
    expect(viewed.change).toEqual({ kind: 'put_action', effect: 'lowers' });
    const { body } = await house.api('op_foxtrot', 'GET', '/api/inbox?view=open');
    for (const { request, view } of body.requests) expect('change' in view).toBe(request.action === 'service.admin');
  });

  it('a change that waits is listed with its action until it is decided', async () => {
    const id = await ask({ roster: ['op_echo', 'op_foxtrot', 'op_golf'], deny_self_approval: false });
    const listed = async () =>
      (await house.api('op_golf', 'GET', '/api/changes?limit=100')).body.changes.map(
        (change: { id: string; action: string; effect: string }) => [change.id, change.action, change.effect],
      );
    expect(await listed()).toContainEqual([id, 'demo.release', 'lowers']);
    await house.refuse('op_foxtrot', id);
    expect(await listed()).not.toContainEqual([id, 'demo.release', 'lowers']);
  });

  it('the lines of a change are the params of its request to the letter, and name operators by reference', async () => {
    const rule = { when: [{ param: 'amount', op: 'gt', value: '10' }], quorum: 2 };
    const id = await ask({
      roster: ['op_echo', 'op_foxtrot'],
      param_rules: [rule],
      deny_self_approval: false,
      quorum: { default: 1, min: 1, max: 2, selectable: false },
    });
    const { request } = (await house.api('op_foxtrot', 'GET', `/api/requests/${id}`)).body;
    const { change: _title, document: _digest, ...approved } = request.params;
    const { fields, policy } = await read(id);
    expect(Object.fromEntries(fields.map((line: Line) => [line.field, lineText(line)]))).toEqual(approved);
    expect(fields[0]).toEqual({
      field: 'roster',
      before: null,
      after: ['removed: "', { kind: 'operator', id: 'op_golf' }, '"'],
    });
    // What stays is in the policy, under the names that people use.
    const whole = Object.fromEntries(policy.map((line: Line) => [line.field, lineText(line)]));
    expect(whole).toMatchObject({
      'operators asked': '"op_echo", "op_foxtrot"',
      'keys needed': '1',
      'self approval': 'allowed',
    });
    expect(whole).toMatchObject({ 'rule 1': 'if "amount" > "10": 2 keys', 'time to live': '3600 s' });
  });

  it.each<[string, object, { field: string; called: string } | null]>([
    [
      'fewer keys, before a title and stricter fields that come first',
      { title: 'Release', ...oneKey, ttl_seconds: 3600 },
      { field: 'quorum', called: 'keys needed' },
    ],
    [
      'what lowers, though what only raises comes first',
      { quorum: { default: 3, min: 1, max: 3, selectable: false }, deny_self_approval: false },
      { field: 'self approval', called: 'self approval' },
    ],
    [
      'a rule, whose line says only what is added',
      { param_rules: [{ when: [{ param: 'amount', op: 'gt', value: '10' }], quorum: 2 }], deny_self_approval: true },
      null,
    ],
  ])('the heaviest field of a change is the one that affects approvals most: %s', async (_, fields, heaviest) => {
    const id = await ask(fields);
    expect((await read(id)).heaviest).toEqual(heaviest);
    await house.refuse('op_foxtrot', id);
  });

  it('a change whose base has moved says so and compares with nothing', async () => {
    const id = await ask(oneKey);
    const { body } = await house.api('op_foxtrot', 'GET', '/api/actions/demo.release');
    const raised = { ...(await release()), quorum: { default: 3, min: 1, max: 3, selectable: false } };
    const saved = await house.api('op_foxtrot', 'PUT', '/api/actions/demo.release', {
      ...raised,
      if_version: body.action.version,
    });
    expect(saved.status).toBe(200);
    expect(await read(id)).toMatchObject({
      base_moved: true,
      effect: null,
      heaviest: null,
      before: null,
      after: { title: raised.title },
    });
  });

  it('a change of an operator shows the fields before and after', async () => {
    const { body } = await house.api('op_echo', 'PATCH', '/api/operators/op_golf', { role: 'admin', name: 'Golf' });
    expect(await read(body.change.id)).toMatchObject({
      title: 'Golf: role operator → admin',
      effect: 'changes_who',
      before: null,
      after: null,
      fields: [{ field: 'role', before: ['operator'], after: ['admin'] }],
    });
  });

  it('the name of an organization changes for everybody once another admin has approved it', async () => {
    const named = async (operator: string) => (await house.api(operator, 'GET', '/api/session')).body.org_name;
    const { status, body } = await house.api('op_echo', 'PUT', '/api/organization', { name: 'Acme Deliveries' });
    expect(status).toBe(202);
    const fields = [{ field: 'name', before: ['Acme Releases'], after: ['Acme Deliveries'] }];
    const title = 'Call the organization Acme Deliveries';
    expect(await read(body.change.id)).toMatchObject({ title, effect: null, fields });
    expect(await named('op_golf')).toBe('Acme Releases');
    expect((await house.turn('op_foxtrot', body.change.id)).status).toBe(200);
    await house.advance(0);
    expect(await named('op_golf')).toBe('Acme Deliveries');
    expect((await house.api('op_golf', 'GET', '/api/inbox')).body.session.org_name).toBe('Acme Deliveries');
    expect(await named('op_bravo')).toBe('Acme Payments');
  });

  it.each([
    ['', 400],
    [' ', 400],
    [' Acme', 400],
    ['Acme ', 400],
    ['A\nB', 400],
    ['x'.repeat(65), 400],
    ['x'.repeat(64), 200],
    ['Ö', 200],
  ])('the name %j of an organization answers %i', async (name, status) => {
    expect((await house.api('op_alpha', 'PUT', '/api/organization', { name })).status).toBe(status);
    expect((await house.api('op_bravo', 'PUT', '/api/organization', { name: 'Bravo’s' })).status).toBe(403);
  });

  it('a change is unknown to another organization, and no other request is a change', async () => {
    const id = await ask(oneKey);
    expect((await house.api('op_alpha', 'GET', `/api/changes/${id}`)).status).toBe(404);
    const { body } = await house.propose();
    expect((await house.api('op_alpha', 'GET', `/api/changes/${body.request.id}`)).status).toBe(404);
    expect((await house.api('op_alpha', 'GET', '/api/changes/nothing')).status).toBe(404);
  });
});

/** Who can make an action happen, as the console's API answers it for the demo (docs/decisions/powers.md). */
interface Case {
  readonly rule: number | null;
  readonly alone: readonly { readonly people: readonly string[]; readonly steps: string | null }[];
  readonly newly_alone: readonly string[];
  readonly pairs: readonly { readonly people: readonly string[]; readonly steps: string | null }[];
  readonly missing: readonly (readonly string[])[];
}

describe('the answer who can make an action happen', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const casesOf = async (operator: string, action: string, change = ''): Promise<readonly Case[]> => {
    const { body } = await house.api(operator, 'GET', `/api/powers${change}`);
    return body.actions.find((each: { action: string }) => each.action === action).cases;
  };

  it('the only admin of the demo alone makes every action happen', async () => {
    const { body } = await house.api('op_alpha', 'GET', '/api/powers');
    const alone = (body.actions as { cases: readonly Case[] }[]).flatMap(({ cases }) =>
      cases.map((each) => each.alone.some(({ people }) => people[0] === 'op_alpha')),
    );
    expect(alone).toEqual(alone.map(() => true));
    expect(body.keys_of_anybody).toEqual([{ name: 'demo proposer', actions: null }]);
  });

  it('nobody alone makes the release of two admins happen, and admins read the steps', async () => {
    const [found] = await casesOf('op_echo', 'demo.release');
    expect(found).toMatchObject({
      rule: null,
      alone: [],
      missing: [['op_echo', 'op_foxtrot'], expect.anything(), expect.anything()],
    });
    expect(found!.pairs.map(({ people }) => people.join('+'))).toEqual([
      'op_echo+op_foxtrot',
      'op_echo+op_golf',
      'op_foxtrot+op_golf',
    ]);
    expect(found!.pairs[1]!.steps).toBe(
      'Echo creates a request with the API key "demo four_eyes", in the name of Foxtrot. Echo turns a key. Golf turns a key.',
    );
    const [read] = await casesOf('op_golf', 'demo.release');
    expect(read!.pairs.map(({ steps }) => steps)).toEqual([null, null, null]);
  });

  it('a change that makes one person enough is answered with who that is, and is not refused', async () => {
    const { body } = await house.api('op_echo', 'GET', '/api/actions/demo.release');
    const { id, version, created_at, updated_at, ...policy } = body.action;
    const quorum = { default: 1, min: 1, max: 3, selectable: false };
    const waits = await house.api('op_echo', 'PUT', '/api/actions/demo.release', { ...policy, quorum });
    expect(waits.status).toBe(202);
    const [after] = await casesOf('op_foxtrot', 'demo.release', `?change=${waits.body.change.id}`);
    expect(after!.newly_alone).toEqual(['op_echo', 'op_foxtrot', 'op_golf']);
    const [now] = await casesOf('op_foxtrot', 'demo.release');
    expect(now).toMatchObject({ alone: [], newly_alone: [] });
  });

  it('naming the holder of an API key waits for the second admin, and then hides a power of others', async () => {
    const { body } = await house.api('op_echo', 'GET', '/api/keys');
    const path = `/api/keys/${body.keys[0].id}`;
    const waits = await house.api('op_echo', 'PATCH', path, { holder: 'op_golf' });
    expect(waits.status).toBe(202);
    expect(waits.body.change.differences).toContainEqual({ field: 'holder', text: 'nobody named → op_golf' });
    await house.turn('op_foxtrot', waits.body.change.id);
    await house.advance(0);
    expect((await house.api('op_echo', 'GET', '/api/keys')).body.keys[0].holder).toBe('op_golf');
    const [found] = await casesOf('op_echo', 'demo.release');
    expect(found!.pairs[0]).toMatchObject({
      people: ['op_echo', 'op_foxtrot'],
      steps: expect.stringContaining('proposes to create an API key'),
    });
  });

  it('two accounts of one person are one person in the answer, once a second admin agrees', async () => {
    const waits = await house.api('op_echo', 'PATCH', '/api/operators/op_golf', { same_person: 'op_echo' });
    expect(waits.status).toBe(202);
    expect(waits.body.change.differences).toContainEqual({ field: 'same person', text: 'none → op_echo' });
    await house.turn('op_foxtrot', waits.body.change.id);
    await house.advance(0);
    const [found] = await casesOf('op_echo', 'demo.release');
    expect(found!.alone.map(({ people }) => people)).toEqual([['op_echo']]);
  });
});
