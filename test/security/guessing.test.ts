/** Guessing codes in many requests at once (docs/design.md#wrong-codes). */

import { DEMO_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import { operatorCommand } from '../../src/service/ceremony/use-cases/operator-command';
import type { RequestStore } from '../../src/service/request/ports';
import type { Said } from '../support/gateway';
import { openLedger } from '../support/ledger';
import { openedForEach } from '../support/opened';

const LIMIT = 20;

describe('wrong codes of one operator', () => {
  const ledger = openedForEach(() => openLedger({ memory: true }));
  afterEach(() => expect(ledger.errors).toEqual([]));

  const propose = async (action = 'demo.solo'): Promise<string> => {
    const body = { action, requester: 'op_alpha', params: {} };
    return ledger.proposed(body);
  };
  const proposeMany = (count: number) => Promise.all(Array.from({ length: count }, () => propose()));
  const turn = (id: string, code: string, operator = 'op_bravo') =>
    ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code });
  const guess = async (id: string, operator = 'op_bravo'): Promise<Said> => {
    const right = await ledger.code(operator, id);
    return turn(id, right === '00000000' ? '00000001' : '00000000', operator);
  };
  /** Runs something after the service has read everything for its decision and before it writes. */
  const turnWhile = async (id: string, meanwhile: () => Promise<unknown>) => {
    const { ports, requests, demo } = ledger;
    const { accessEpoch } = (await ports.config.operator(demo.org as OrgId, 'op_bravo' as OperatorId))!;
    const save: RequestStore['save'] = async (...written) => {
      await meanwhile();
      return requests.save(...written);
    };
    const deps = { ...ports, requests: { ...requests, save }, origin: 'http://localhost' };
    const who = { org: demo.org as OrgId, operator: 'op_bravo' as OperatorId, accessEpoch };
    const code = await ledger.code('op_bravo', id);
    return operatorCommand(deps, who, id as RequestId, { name: 'turn', code, round: null });
  };
  const spend = async (ids: readonly string[]) => {
    for (let n = 0; n < LIMIT; n++) expect((await guess(ids[n % ids.length]!)).status).toBe(403);
  };

  it('wrong codes of one operator are counted over all requests: after twenty in an hour no code is checked, not even the right one', async () => {
    const ids = await proposeMany(10);
    await spend(ids);
    const blocked = await guess(ids[0]!);
    expect(blocked).toMatchObject({ status: 429, body: { error: expect.stringContaining('too many wrong codes') } });
    expect(Object.keys(blocked.body)).toEqual(['error']);
    const seconds = Number(blocked.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    const right = await turn(ids[0]!, await ledger.code('op_bravo', ids[0]!));
    expect([right.status, right.body.error]).toEqual([429, expect.stringContaining('too many wrong codes')]);
    // Neither left a trace in the request.
    const { request } = (await ledger.requests.load(DEMO_ORG, ids[0]! as RequestId))!;
    expect(request.seats.find(({ operator }) => operator === 'op_bravo')).toMatchObject({ wrongCodes: 2 });
    expect(request.state).toBe('notified');
  });

  it('the limit of wrong codes counts for a right code without a verdict as for one with a verdict', async () => {
    const ids = await proposeMany(10);
    const two = await propose('demo.deploy');
    await spend(ids);
    expect((await turn(two, await ledger.code('op_bravo', two))).status).toBe(429);
    expect((await ledger.requests.load(ledger.demo.org as OrgId, two as RequestId))!.request.state).toBe('notified');
  });

  it.each<[string, string, (ids: readonly string[]) => Promise<unknown>]>([
    ['the twentieth wrong code was counted', 'too_many_wrong_codes', (ids) => spend(ids)],
    ['all access was revoked', 'access_ended', () => ledger.api('op_bravo', 'DELETE', '/api/sessions')],
  ])('a right code without a verdict is refused if %s after the code was checked', async (_, reason, meanwhile) => {
    const ids = await proposeMany(10);
    const two = await propose('demo.deploy');
    const turned = await turnWhile(two, () => meanwhile(ids));
    expect(turned).toMatchObject({ ok: false, error: { reason } });
    expect((await ledger.requests.load(ledger.demo.org as OrgId, two as RequestId))!.request.state).toBe('notified');
  });

  it('the limit of wrong codes does not prevent refusing or aborting, nor affect other operators', async () => {
    const ids = await proposeMany(6);
    await spend(ids);
    expect((await ledger.refuse('op_bravo', ids[0]!)).status).toBe(200);
    expect((await ledger.abort('op_bravo', ids[1]!)).status).toBe(200);
    const other = await turn(ids[2]!, await ledger.code('op_charlie', ids[2]!), 'op_charlie');
    expect([other.status, other.body.request.outcome]).toEqual([200, 'authorized']);
  });

  it('wrong codes that come at the same moment are counted exactly', async () => {
    const ids = await proposeMany(40);
    const said = await Promise.all(ids.map((id) => guess(id)));
    expect(said.filter(({ status }) => status === 403)).toHaveLength(LIMIT);
    expect(said.filter(({ status }) => status === 429)).toHaveLength(ids.length - LIMIT);
  });
});
