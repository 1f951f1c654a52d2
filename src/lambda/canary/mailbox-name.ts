/** Names of mailboxes: `<32 hex>-<32 hex>`. The second half proves that a holder of the key made the first. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const mailboxName = (key: string, random: string): string => `${random}-${proofOf(key, random)}`;

/** Only holders of the key can make the receiver store anything. */
export function isMailboxName(key: string, name: string): boolean {
  const [, random, proof] = /^([0-9a-f]{32})-([0-9a-f]{32})$/.exec(name) ?? [];
  if (random === undefined || proof === undefined) return false;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, random)));
}

const proofOf = (key: string, random: string): string =>
  createHmac('sha256', key).update(`service.canary-mailbox.v1 ${random}`).digest('hex').slice(0, 32);
