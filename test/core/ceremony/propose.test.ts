import { propose } from '../../../src/core/ceremony/propose';
import { resolve } from '../../../src/core/policy/resolve';
import { operationHash } from '../../../src/protocol/operation-hash';
import { A_PROPOSAL, ALPHA, aPolicy, at, checkOf, FOUR_OPERATORS, hours, kindsOf } from '../../support/builders';

const NOW = at('12:00');

function proposed(
  policy = aPolicy(),
  quorum: number | null = null,
  command: Partial<Parameters<typeof propose>[0]> = {},
) {
  const proposal = { ...A_PROPOSAL, ...command };
  return propose(proposal, policy, resolve(policy, FOUR_OPERATORS, { ...proposal, quorum }), NOW);
}

describe('propose', () => {
  it('asks every eligible operator in round 1', () => {
    const { request } = proposed();
    expect(request).toMatchObject({ state: 'notified', round: 1, reminded: false, createdAtMs: NOW });
    expect(request.seats.map((seat) => seat.operator)).toEqual(['op_alpha', 'op_bravo', 'op_charlie', 'op_delta']);
    expect(request.seats[0]).toEqual({ operator: 'op_alpha', issue: 0, wrongCodes: 0, disabled: false });
  });

  it('gives the requester no seat where the action denies self approval', () => {
    const { request } = proposed(aPolicy({ denySelfApproval: true }));
    expect(request.seats.map((seat) => seat.operator)).not.toContain(ALPHA);
    expect(request.policy.denySelfApproval).toBe(true);
  });

  it('keeps that turns of the action are signed', () => {
    const policy = aPolicy({ turn: 'code_and_passkey' });
    expect(proposed(policy).request.policy).toMatchObject({ turn: 'code_and_passkey' });
    expect(proposed().request.policy).toMatchObject({ turn: 'code' });
  });

  it('keeps of the policy what it was created under, with the quorum that was resolved', () => {
    const policy = aPolicy({ mode: 'coincident', coincidenceSeconds: 90, ttlSeconds: 7200, integration: 'bank' });
    expect(proposed(policy, 3).request).toMatchObject({
      policy: {
        version: 7,
        quorum: 3,
        mode: 'coincident',
        coincidenceMs: 90_000,
        ttlMs: hours(2),
        integration: 'bank',
      },
      expiresAtMs: NOW + hours(2),
    });
  });

  it('fixes the operation hash over action and params', () => {
    const { request } = proposed(aPolicy(), null, { params: { amount: '10' } });
    expect(request.operationHash).toBe(operationHash('deploy', { amount: '10' }));
  });

  it('records proposed, then notified, and asks for a check', () => {
    const change = proposed();
    expect(kindsOf(change)).toEqual(['request.proposed', 'request.notified']);
    expect(change.entries[0]).toMatchObject({
      actor: 'key_1',
      data: { requester: ALPHA, quorum: 2, policy_version: 7 },
    });
    expect(change.request).toMatchObject({ revision: 0 });
    expect(checkOf(change)).toBe(at('12:02'));
    expect(change.request).not.toHaveProperty('proposedBy');
  });

  it('cannot be made of a refusal', () => {
    expect(() => proposed(aPolicy(), 4)).toThrow(/quorum_out_of_bounds/);
  });
});
