/** The operator in whose name a request was made, over HTTP. */
import { heldToContract } from '../support/contract';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

const HOUR = 3600_000;

describe('the operator in whose name a request was made', () => {
  const house = openedOnce(async () => heldToContract(await openHouse({ memory: true })));

  const propose = async (fields: object = {}): Promise<string> => {
    const { body } = await house.propose({ action: 'demo.deploy', requester: 'op_bravo', ...fields });
    return body.request.id;
  };
  const abort = (operator: string, id: string, body: object = {}) => house.abort(operator, id, body);
  const optionsOf = async (operator: string, id: string) => {
    const { body } = await house.api(operator, 'GET', `/api/requests/${id}`);
    return body.view.you.options.filter(({ allowed }: { allowed: boolean }) => allowed).map(nameOf);
  };
  const nameOf = ({ action }: { action: string }) => action;
  const endOf = async (id: string) => {
    const { body } = await house.api('op_alpha', 'GET', `/api/requests/${id}/history?limit=100`);
    return body.entries.find(({ kind }: { kind: string }) => kind === 'request.aborted');
  };
  const told = async (operator: string) =>
    (await house.messages(operator)).filter(({ kind }) => kind === 'changed').length;

  it('the requester cancels a request without a seat and a code, and the history says that nothing was signed', async () => {
    const id = await propose();
    expect(await optionsOf('op_bravo', id)).toEqual(['abort']);
    const { status, body } = await abort('op_bravo', id, { note: 'wrong version' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      request: { state: 'aborted', outcome: 'aborted' },
      view: { decided: { by: ['op_bravo'], reason: 'wrong version' } },
    });
    const entry = await endOf(id);
    expect(entry).toMatchObject({
      actor: 'op_bravo',
      data: { reason: 'wrong version', as: 'requester', signed: false },
      told: {
        who: { kind: 'operator', id: 'op_bravo' },
        what: ['cancelled the request as its requester, unsigned'],
        detail: ['wrong version'],
        tone: 'plain',
      },
    });
    expect(await abort('op_bravo', id)).toMatchObject({ status: 409, body: { kind: 'decided' } });
  });

  it('a requester without a seat cannot refuse or turn a key, and nobody else without a seat can abort', async () => {
    const policy = {
      title: 'Restart',
      roster: ['op_charlie', 'op_delta'],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
    };
    expect((await house.api('op_alpha', 'PUT', '/api/actions/try.restart', policy)).status).toBe(200);
    const id = await propose({ action: 'try.restart' });
    for (const command of ['refuse', 'withdraw', 'restart']) {
      expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/${command}`)).status).toBe(403);
    }
    expect((await house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: '00000000' })).status).toBe(403);
    expect((await abort('op_alpha', id)).status).toBe(403);
    // Another organization's operator does not learn that it exists.
    expect((await abort('op_echo', id)).status).toBe(404);
    expect((await house.read(id)).state).toBe('notified');
  });

  it('a requester cannot cancel a request after its verdict', async () => {
    const id = await propose();
    await house.turn('op_charlie', id);
    await house.turn('op_delta', id);
    expect(await abort('op_bravo', id)).toMatchObject({ status: 409, body: { kind: 'decided' } });
  });

  it('a requester reports misuse, which ends the request and mails every admin once for each key and hour', async () => {
    const before = await told('op_alpha');
    const [first, second] = [await propose(), await propose()];
    expect((await abort('op_bravo', first, { misuse: true })).body).toMatchObject({
      request: { state: 'aborted' },
      view: { decided: { by: ['op_bravo'], reason: 'misuse_reported' } },
    });
    expect((await abort('op_bravo', second, { misuse: true })).status).toBe(200);
    expect(await endOf(first)).toMatchObject({ data: { as: 'requester', signed: false } });
    // Operators who are no admins are told only that the request was aborted.
    expect([await told('op_alpha'), await told('op_charlie')]).toEqual([before + 1, 0]);
    const { body } = await house.api('op_alpha', 'GET', '/api/audit?limit=100');
    const misused = body.entries.filter(({ kind }: { kind: string }) => kind === 'request.misused');
    expect(misused).toEqual([
      expect.objectContaining({
        actor: 'op_bravo',
        data: { request: first, key: expect.stringMatching(/^key_/), key_name: expect.any(String) },
      }),
    ]);
    await house.advance(HOUR);
    expect((await abort('op_bravo', await propose(), { misuse: true })).status).toBe(200);
    expect(await told('op_alpha')).toBe(before + 2);
  });

  it('only the requester can report misuse', async () => {
    const id = await propose();
    expect(await abort('op_charlie', id, { misuse: true })).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Only the operator in whose name it was made') },
    });
    // With a seat of their own, too: a report is never a plain abort.
    const own = await propose({ action: 'demo.solo', requester: 'op_charlie' });
    expect((await abort('op_charlie', own, { misuse: true })).body.view.decided.reason).toBe('misuse_reported');
  });
});
