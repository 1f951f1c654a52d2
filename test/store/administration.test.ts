/** What administrators do at the same moment, and what a disabled operator leaves behind. */

import { DEMO_ORG } from '../../src/local/demo';
import type { OperatorId } from '../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../support/ledger';
import { createMeeting, type Meeting } from '../support/meeting';

const writesOperator = (command: string, input: string) =>
  /Put|Update|Transact/.test(command) && input.includes('OPERATOR#');

describe('edits of operators at the same moment', () => {
  let ledger: Ledger;
  let meeting: Meeting;
  beforeEach(async () => {
    ledger = await openLedger();
    meeting = createMeeting(ledger.tables);
    expect((await edit('op_alpha', 'op_bravo', { role: 'admin' })).status).toBe(200);
  });
  afterEach(async () => {
    expect(ledger?.errors).toEqual([]);
    await ledger?.stop();
  });

  const edit = (by: string, operator: string, patch: object) =>
    ledger.api(by, 'PATCH', `/api/operators/${operator}`, patch);
  const operators = async () => {
    const all = await ledger.ports.config.operators(DEMO_ORG);
    return Object.fromEntries(all.map((operator) => [operator.id, operator]));
  };

  it('leave one admin where two demote each other, and touch nobody else’s role', async () => {
    meeting.arrange(3, writesOperator);
    const [first, second, third] = await Promise.all([
      edit('op_alpha', 'op_bravo', { role: 'operator' }),
      edit('op_bravo', 'op_alpha', { role: 'operator' }),
      edit('op_alpha', 'op_charlie', { enabled: false }),
    ]);
    const { op_alpha, op_bravo, op_charlie } = await operators();
    expect(op_charlie).toMatchObject({ role: 'operator', enabled: false });
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect([first, second].find(({ status }) => status === 409)!.body.kind).toBe('conflict');
    expect(third.status).toBe(200);
    expect([op_alpha!.role, op_bravo!.role].sort()).toEqual(['admin', 'operator']);
    const facts = [op_alpha!, op_bravo!, op_charlie!].flatMap(({ journal }) =>
      journal.flatMap((record) => record.entries),
    );
    // The demo made them; nobody took an edit back.
    expect(facts.filter(({ kind, actor }) => kind === 'operator.updated' && actor === 'system')).toEqual([]);
  });

  it('leave one admin where two disable each other', async () => {
    meeting.arrange(2, writesOperator);
    const both = await Promise.all([
      edit('op_alpha', 'op_bravo', { enabled: false }),
      edit('op_bravo', 'op_alpha', { enabled: false }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = Object.values(await operators()).filter(({ role, enabled }) => role === 'admin' && enabled);
    expect(left).toHaveLength(1);
  });

  it('leave one admin where three demote one another in a ring', async () => {
    expect((await edit('op_alpha', 'op_charlie', { role: 'admin' })).status).toBe(200);
    meeting.arrange(3, writesOperator);
    await Promise.all([
      edit('op_alpha', 'op_bravo', { role: 'operator' }),
      edit('op_bravo', 'op_charlie', { role: 'operator' }),
      edit('op_charlie', 'op_alpha', { role: 'operator' }),
    ]);
    const left = Object.values(await operators()).filter(({ role }) => role === 'admin');
    expect(left.length).toBeGreaterThanOrEqual(1);
    // The remaining admin can still administer.
    const [admin] = left as { id: OperatorId }[];
    expect((await edit(admin!.id, 'op_delta', { name: 'Dee' })).status).toBe(200);
  });
});
