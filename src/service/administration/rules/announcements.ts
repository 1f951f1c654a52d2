/** Who is told about an edit of the configuration, derived from its entries (docs/decisions/four-eyes.md). */
import { isBy } from '../../../protocol/actor';
import type { Audience, PendingEntry } from '../../audit/rules/chain';
import type { Operator } from '../../configuration/rules/items';
import { isEnabledAdmin } from '../../configuration/rules/rule';
import { entryWords } from './entries';

/** Nobody uses an organization yet while it is set up. */
export function isAnnounced(entry: PendingEntry): boolean {
  return audienceOf(entry) !== undefined && entry.actor_kind !== 'set_up';
}

function audienceOf(entry: PendingEntry): Audience | undefined {
  const words = entryWords(entry.kind);
  if (words === undefined || words.audience === null) return undefined;
  // What operators do with their own access in their own session.
  return words.isAccess === true && isBy(entry, ownerOf(entry)) ? 'owner' : words.audience;
}

/** The operator who owns the access. */
const ownerOf = ({ data, subject }: PendingEntry): unknown => data.operator ?? subject;

/** The former address of an operator is told too, so that nobody can change an address unnoticed. */
export function formerEmailOf({ kind, data }: PendingEntry, revision: number, operator: Operator): string | null {
  if (kind !== 'operator.updated' || !(data.changed as readonly string[]).includes('email')) return null;
  return operator.formerEmails?.find((former) => former.revision === revision)?.email ?? null;
}

/** Only the operator gets the link in the entry. */
export function carriesLink({ kind, data }: PendingEntry): boolean {
  return kind === 'operator.mailed_link_made' || (kind === 'operator.sign_in_link_made' && data.by_mail === true);
}

/**
 * The person who made the edit is not told, unless it concerns nobody else. If the rule applies and no other admin
 * remains, everyone is told, so that an admin who disabled the others cannot act unnoticed.
 */
export function receiversOf(entry: PendingEntry, operators: readonly Operator[], ruleIsOn: boolean): Operator[] {
  const audience = audienceOf(entry);
  if (audience === 'concerned') {
    return operators.filter(({ id, enabled }) => enabled && id === entry.data.operator && isAnnounced(entry));
  }
  if (audience === 'named') {
    const named = entry.data.tell as readonly string[];
    return operators.filter(({ id, enabled }) => enabled && named.includes(id) && isAnnounced(entry));
  }
  if (audience === 'owner') return isAnnounced(entry) ? ownerAndFellows(entry, operators) : [];
  const hasOtherAdmin = operators.some((operator) => isEnabledAdmin(operator) && !isBy(entry, operator.id));
  return receivers(entry, operators, audience !== undefined && ruleIsOn && !hasOtherAdmin ? 'everybody' : audience);
}

function ownerAndFellows(entry: PendingEntry, operators: readonly Operator[]): Operator[] {
  const owner = ownerOf(entry);
  const isAdmin = operators.some((operator) => operator.id === owner && isEnabledAdmin(operator));
  return operators.filter((each) => each.enabled && (each.id === owner || (isAdmin && isEnabledAdmin(each))));
}

/** Admins who were asked to approve an edit hear of it from the messages of its request. */
function receivers(entry: PendingEntry, operators: readonly Operator[], audience: Audience | undefined): Operator[] {
  if (audience === undefined || !isAnnounced(entry)) return [];
  const concerned = ownerOf(entry);
  return operators.filter((operator) => {
    if (!operator.enabled || isBy(entry, operator.id)) return isConcernedNow(operator, entry, concerned, audience);
    if (audience === 'everybody') return true;
    if (audience === 'admins_and_concerned' && operator.id === concerned) return true;
    return isEnabledAdmin(operator) && entry.data.change === undefined;
  });
}

/** Tells an operator that they were disabled. */
function isConcernedNow(operator: Operator, entry: PendingEntry, concerned: unknown, audience: Audience): boolean {
  return (
    audience !== 'admins' && operator.id === concerned && !isBy(entry, operator.id) && entry.data.enabled === false
  );
}
