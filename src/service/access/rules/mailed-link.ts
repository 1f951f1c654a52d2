/**
 * Sign-in links that operators request by mail, where their organization allows it
 * (docs/decisions/mailed-links.md). A mailbox must never be enough to approve anything.
 */

import type { OrgId } from '../../../protocol/identifiers';
import { named, said } from '../../../protocol/words';
import type { EntryWords } from '../../audit/rules/chain';
import type { Journaled, Operator } from '../../configuration/rules/items';
import { settingName } from '../../configuration/rules/setting';

export const MAILED_LINK_LASTS_MS = 10 * 60_000;

/** For each address and for each peer. */
export const MAILED_LINKS_AN_HOUR = 3;
export const MAILED_LINKS_WINDOW_MS = 3600_000;

/** Whether operators of an organization may request links. Without this item they may not. */
export interface MailedLinks extends Journaled {
  readonly org: OrgId;
  readonly allowed: boolean;
  readonly atMs: number;
}

/** The subject of the audit entries about this setting. */
export const MAILED_LINKS = settingName<MailedLinks>('mailed-links');

export const REQUESTED_LINK_ENTRIES = {
  'operator.mailed_link_made': {
    audience: 'concerned',
    deed: 'Requested',
    told: ({ subject }) =>
      said`A sign-in link for the operator ${named('operator', subject)} was requested on the sign-in page, and is no longer valid.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

/**
 * The operator who gets a link to this address. If several operators have the address, nobody does: the mailbox is not
 * one person's.
 */
export function operatorAt(address: string, operators: readonly Operator[]): Operator | null {
  const found = operators.filter(({ enabled, email }) => enabled && isSameMailbox(email, address));
  return found.length === 1 ? found[0]! : null;
}

export const normalAddress = (address: string): string => address.trim().toLowerCase();

const isSameMailbox = (one: string, other: string): boolean => normalAddress(one) === normalAddress(other);
