/** Requests that were made and authorized through the functions, as they are stored. */
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { DIGEST, ENVELOPE } from '../../test/support/house';
import type { Ledger } from '../../test/support/ledger';
import type { Original } from './clones';
import { PARAMS } from './proposal';

/** The params and the sealed intent of a proposal. `bytes` is the length of the ciphertext. */
export const sealed = (bytes: number) => ({
  params: { ...PARAMS, intent: DIGEST },
  intent: { ...ENVELOPE, ciphertext: 'A'.repeat(bytes) },
});

export async function proposed(ledger: Ledger, body: object): Promise<Original> {
  const answer = await ledger.v1('proposer', 'POST', '/v1/requests', { body });
  return load(ledger, answer.body.request.id);
}

/** With one key, so the quorum of the action must be one. */
export async function authorized(ledger: Ledger, body: object): Promise<Original> {
  const { id } = (await proposed(ledger, body)).request;
  const code = await ledger.code('op_bravo', id);
  const { status } = await ledger.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
  if (status !== 200) throw new Error(`turning a key: ${status}`);
  return load(ledger, id);
}

const load = async ({ requests, demo }: Ledger, id: string): Promise<Original> =>
  (await requests.load(demo.org as OrgId, id as RequestId))!;
