/** A proof of an authorized request whose signers hold keys in software. */
import { allowedSignersText } from '../../src/protocol/ssh/allowed-signers';
import { aSoftwareKey, proofFiles } from '../support/proof';

const NOON = Date.UTC(2026, 10, 20, 12);
const OPERATORS = ['op_bravo', 'op_charlie'];

type Asked = Pick<Parameters<typeof proofFiles>[0], 'request' | 'action' | 'params' | 'outcome'>;

/** Its keys are valid on 2026-11-20 at noon. */
export function aProof(asked: Asked) {
  const service = aSoftwareKey();
  const turns = OPERATORS.map((operator) => [operator, aSoftwareKey()] as const);
  const files = proofFiles({
    ...{ ...asked, service, turns, atMs: NOON, decision: asked.outcome === 'denied' ? 'refuse' : 'authorize' },
    policy: {
      ...{ v: 1, action: asked.action, version: 3, mode: 'independent', quorum: 2, requester: 'op_alpha' },
      ...{ seats: [...OPERATORS, 'op_delta'], self_approval: 'denied', turn: 'code_and_passkey' },
    },
  });
  const allowed = [['service', service] as const, ...turns].map(([principal, { key }]) => ({
    ...{ principal, key, namespaces: [principal === 'service' ? 'verdict@ras' : 'turn@ras'] },
    ...{ validAfterMs: NOON - 86_400_000, validBeforeMs: NOON + 86_400_000 },
  }));
  return { files, allowedSigners: allowedSignersText(allowed) };
}
