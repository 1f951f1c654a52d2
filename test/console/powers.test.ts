/** Who can make an action happen, as the console's API answers it for the demo (docs/decisions/powers.md). */
import { heldToContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

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
    expect(body.keys_of_anybody).toEqual(['demo proposer']);
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
