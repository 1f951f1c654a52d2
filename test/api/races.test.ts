/**
 * One of many concurrent claims wins; one Idempotency-Key makes one request (docs/contract.md#endpoints). RACES sets how
 * often each race is run.
 */

import { openHouse, SEALED } from '../support/house';
import { openedOnce } from '../support/opened';
import { runs } from '../support/runs';
import { requestIds } from './support';

const ROUNDS = Array.from({ length: runs('RACES', 1) }, (_, n) => n);

describe('concurrent calls', () => {
  const house = openedOnce(openHouse);

  const statuses = (answers: readonly { status: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('lets exactly one of fifty concurrent workers claim the intent', async () => {
    for (const _ of ROUNDS) {
      const id = await house.authorizedIntent();
      const answers = await Promise.all(Array.from({ length: 50 }, () => house.claim(id)));
      expect(statuses(answers)).toEqual({ 200: 1, 409: 49 });
      for (const { status, body } of answers) if (status === 409) expect(body.kind).toBe('already_claimed');
      const { claim_id } = answers.find(({ status }) => status === 200)!.body;
      expect((await house.report(id, { claim_id, status: 'succeeded' })).status).toBe(200);
    }
  });

  it('lets exactly one of fifty workers claim after a lease has expired', async () => {
    const { id } = await house.claimed({}, 5);
    await house.advance(5_000);
    const answers = await Promise.all(Array.from({ length: 50 }, () => house.claim(id)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 49 });
  });

  it.each([
    ['plain', {}],
    ['with an intent', SEALED],
  ])('forty concurrent creates with one Idempotency-Key make one request, %s', async (what, fields) => {
    const before = (await requestIds(house)).length;
    for (const round of ROUNDS) {
      const headers = { 'idempotency-key': `${what} ${round}` };
      const answers = await Promise.all(Array.from({ length: 40 }, () => house.propose(fields, headers)));
      expect(statuses(answers)).toEqual({ 202: 40 });
      expect(new Set(answers.map(({ body }) => body.request.id)).size).toBe(1);
      const firsts = answers.filter((answer) => answer.headers.get('idempotent-replayed') === null);
      expect(firsts).toHaveLength(1);
    }
    expect((await requestIds(house)).length).toBe(before + ROUNDS.length);
  });

  it('one Idempotency-Key goes to one of two concurrent operations', async () => {
    for (const round of ROUNDS) {
      const headers = { 'idempotency-key': `two ${round}` };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => house.propose({ params: { side: String(n % 2) } }, headers)),
      );
      expect(statuses(answers)).toEqual({ 202: 10, 409: 10 });
      const sides = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.request.params.side));
      expect(sides.size).toBe(1);
    }
  });

  it('a request has one verdict if three operators turn, refuse and abort concurrently', async () => {
    for (const _ of ROUNDS) {
      const id = await house.proposed({ action: 'demo.deploy' });
      const codes = await Promise.all(['op_bravo', 'op_charlie'].map((operator) => house.code(operator, id)));
      const answers = await Promise.all([
        house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code: codes[0] }),
        house.api('op_charlie', 'POST', `/api/requests/${id}/turn`, { code: codes[1] }),
        house.refuse('op_delta', id),
        house.abort('op_delta', id),
      ]);
      for (const { status } of answers) expect([200, 409]).toContain(status);
      const request = await house.read(id);
      expect(['succeeded', 'denied', 'aborted']).toContain(request.state);
      expect(request.approvers).toHaveLength(request.outcome === 'authorized' ? 2 : 0);
      // A stop that was answered 200 did stop it.
      const stopped = answers.slice(2).filter(({ status }) => status === 200).length;
      expect(stopped).toBe(request.outcome === 'authorized' ? 0 : 1);
    }
  });

  it('exactly one of a concurrent turn and abort wins, and the other is told', async () => {
    for (const _ of ROUNDS) {
      const id = await house.proposed();
      const code = await house.code('op_bravo', id);
      const [turned, aborted] = await Promise.all([
        house.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code }),
        house.abort('op_charlie', id),
      ]);
      const { outcome } = await house.read(id);
      const [winner, loser] = outcome === 'authorized' ? [turned, aborted] : [aborted, turned];
      expect([winner.status, loser.status, loser.body.kind]).toEqual([200, 409, 'decided']);
      expect(loser.body.error).toContain(outcome === 'authorized' ? 'op_bravo' : 'op_charlie');
    }
  });
});
