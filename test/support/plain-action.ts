/** An action of the demo without its display, to count what every action costs. */
import { DEMO_ORG } from '../../src/local/demo';
import type { ActionId } from '../../src/protocol/identifiers';
import type { Ledger } from './ledger';
import { PERMIT } from './permit';

export async function withoutDisplay({ ports: { config } }: Ledger, action: string): Promise<void> {
  const stored = (await config.action(DEMO_ORG, action as ActionId))!;
  const { policy, revision } = stored;
  const plain = { ...policy, version: policy.version + 1, display: null };
  await config.saveAction(DEMO_ORG, { ...stored, policy: plain, revision: revision + 1, journal: [] }, PERMIT);
}
