/** Teams decide as they are organized: what groups and requirements promise, from the outside. */
import { openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const ORIGIN = 'https://console.acme.dev';
const HOUR = 3_600_000;

describe('a policy with requirements', () => {
  const admin = (method: string, path: string, body?: unknown) => ledger.api('op_alpha', method, path, body);
  const putGroup = (id: string, ...members: readonly object[]) =>
    admin('PUT', `/api/groups/${id}`, { name: id === 'grp_finance' ? 'Finance' : 'Security', members });
  const members = (...operators: readonly string[]) => operators.map((operator) => ({ operator }));
  const propose = () => ledger.propose({ action: 'pay.out' });

  const ledger = openedOnce(() => openLedger({ origin: ORIGIN, memory: true }));
  beforeAll(async () => {
    for (const { id } of ledger.demo.operators) await ledger.signIn(id);
    await putGroup('grp_finance', ...members('op_bravo', 'op_charlie'));
    await putGroup('grp_security', ...members('op_bravo', 'op_delta'));
    const saved = await admin('PUT', '/api/actions/pay.out', {
      title: 'Pay out',
      roster: ['grp_finance', 'grp_security'],
      quorum: { default: 1, min: 1, max: 3, selectable: true },
      requires: [
        { group: 'grp_finance', keys: 1 },
        { group: 'grp_security', keys: 1 },
      ],
    });
    expect(saved.status).toBe(200);
  });

  it('one person in both groups counts for one requirement, and a second person is needed for the other', async () => {
    const { id } = (await propose()).body.request;
    const first = await ledger.turn('op_bravo', id);
    expect(first.body.view).toMatchObject({ quorum: 2, turned: 1, needed: 1 });
    const progress = first.body.view.requirements.map(({ name, turned, keys }: Record<string, unknown>) => [
      name,
      turned,
      keys,
    ]);
    expect(progress).toEqual([
      ['Finance', 1, 1],
      ['Security', 0, 1],
    ]);
    const second = await ledger.turn('op_charlie', id);
    expect(second.body.request).toMatchObject({ outcome: 'authorized', approvers: ['op_bravo', 'op_charlie'] });
  });

  it('a quorum below the sum of the requirements is refused, and so is a request that a group cannot meet, by its name', async () => {
    const low = { action: 'pay.out', requester: 'op_alpha', quorum: 1 };
    expect((await ledger.propose(low)).status).toBe(422);
    await putGroup('grp_security');
    const refused = await propose();
    expect([refused.status, refused.body.kind]).toEqual([422, 'refused']);
    expect(refused.body.error).toContain('"Security"');
    await putGroup('grp_security', ...members('op_bravo', 'op_delta'));
  });

  it('a membership that ends while a request is open still counts in it, and not in the next request', async () => {
    const endsAt = ledger.clock.nowMs() + HOUR / 2;
    await putGroup('grp_security', { operator: 'op_delta', ends_at: endsAt });
    const { id } = (await propose()).body.request;
    const laterMs = ledger.clock.nowMs() + HOUR / 2;
    Object.assign(ledger.clock, { nowMs: () => laterMs });
    await ledger.turn('op_bravo', id);
    const last = await ledger.turn('op_delta', id);
    expect(last.body.request).toMatchObject({ outcome: 'authorized', approvers: ['op_bravo', 'op_delta'] });
    expect((await propose()).status).toBe(422);
    // Half an hour later, an edit of a single admin needs a fresh sign-in.
    await ledger.signIn('op_alpha');
    await putGroup('grp_security', ...members('op_bravo', 'op_delta'));
  });

  it('a group shows the times of each membership, whether it counts now, and the actions that name it', async () => {
    const nowMs = ledger.clock.nowMs();
    Object.assign(ledger.clock, { nowMs: () => nowMs });
    const times = [{ starts_at: nowMs + 1 }, { starts_at: nowMs }, { ends_at: nowMs }, { ends_at: nowMs + 1 }];
    const operators = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
    const sent = operators.map((operator, index) => ({ operator, ...times[index] }));
    const saved = (await putGroup('grp_security', ...sent)).body.group;
    const { groups } = (await admin('GET', '/api/groups')).body;
    expect(groups.find(({ id }: { id: string }) => id === 'grp_security')).toEqual(saved);
    expect(saved).toMatchObject({
      actions: ['pay.out'],
      members: sent.map((member, index) => ({
        ...{ starts_at: null, ends_at: null },
        ...member,
        counts: [false, true, false, true][index],
      })),
    });
    const proposal = { requester: 'op_alpha', params: {} };
    const { preview } = (await admin('POST', '/api/actions/pay.out/preview', proposal)).body;
    expect(preview.requires).toEqual([
      { group: 'grp_finance', name: 'Finance', keys: 1, seats: 2 },
      { group: 'grp_security', name: 'Security', keys: 1, seats: 2 },
    ]);
    await putGroup('grp_security', ...members('op_bravo', 'op_delta'));
  });

  it('a request that becomes impossible is aborted by the system, with the reason', async () => {
    const { id } = (await propose()).body.request;
    await putGroup('grp_security', ...members('op_bravo'));
    await admin('PATCH', '/api/operators/op_charlie', { enabled: false });
    const open = (await admin('GET', `/api/requests/${id}`)).body;
    expect(open.request.outcome).toBeNull();
    await admin('PATCH', '/api/operators/op_bravo', { enabled: false });
    const { request, view } = (await admin('GET', `/api/requests/${id}`)).body;
    expect([request.outcome, view.decided.by, view.decided.reason]).toEqual(['aborted', [], 'roster_too_short']);
  });
});
