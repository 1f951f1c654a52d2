/**
 * A consumer who knows the id of a change of the configuration: nothing is there for them, on any route of the document
 * (docs/decisions/four-eyes.md). A new route is tried by itself.
 */
import { operations } from '../../generated/service-operations';
import { type Answered, openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

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
  const house = openedOnce(() => openHouse({ memory: true }));

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
