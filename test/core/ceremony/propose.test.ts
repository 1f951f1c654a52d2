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
  it('a new request asks every eligible operator in round 1', () => {
    const { request } = proposed();
    expect(request).toMatchObject({ state: 'notified', round: 1, reminded: false, createdAtMs: NOW });
    expect(request.seats.map((seat) => seat.operator)).toEqual(['op_alpha', 'op_bravo', 'op_charlie', 'op_delta']);
    expect(request.seats[0]).toEqual({ operator: 'op_alpha', issue: 0, wrongCodes: 0, disabled: false });
  });

  it('a new request gives the requester no seat if the action denies self approval', () => {
    const { request } = proposed(aPolicy({ denySelfApproval: true }));
    expect(request.seats.map((seat) => seat.operator)).not.toContain(ALPHA);
    expect(request.policy.denySelfApproval).toBe(true);
  });

  it('a new request records that turns of its action are signed', () => {
    const policy = aPolicy({ turn: 'code_and_passkey' });
    expect(proposed(policy).request.policy).toMatchObject({ turn: 'code_and_passkey' });
    expect(proposed().request.policy).toMatchObject({ turn: 'code' });
  });

  it('a new request keeps the policy that it was created under, with the resolved quorum', () => {
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

  it('a new request fixes the operation hash over action and params', () => {
    const { request } = proposed(aPolicy(), null, { params: { amount: '10' } });
    expect(request.operationHash).toBe(operationHash('deploy', { amount: '10' }));
  });

  it('a new request records proposed, then notified, and sets a check', () => {
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

  it('no request can be created from a refusal', () => {
    expect(() => proposed(aPolicy(), 4)).toThrow(/quorum_out_of_bounds/);
  });
});
