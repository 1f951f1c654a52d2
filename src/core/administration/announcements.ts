/** Who is told about an edit of the configuration, derived from its entries (docs/decisions/four-eyes.md). */
import type { Audience, PendingEntry } from '../audit/chain';
import { type OwnKind, partEntry } from '../audit/kinds';
import type { Operator } from './config';
import { isEnabledAdmin } from './rule';

/** A new kind of entry does not compile until it is listed here. Null: nobody is told. */
const AUDIENCES = {
  'operator.created': 'admins',
  'operator.updated': 'admins_and_concerned',
  'operator.sign_in_link_made': 'admins_and_concerned',
  'operator.mailed_link_made': 'concerned',
  'operator.access_revoked': 'admins_and_concerned',
  'operator.session_revoked': 'admins_and_concerned',
  'identity_provider.set': 'admins',
  'identity_provider.removed': 'admins',
  'identity.connected': 'admins_and_concerned',
  'identity.disconnected': 'admins_and_concerned',
  'passkey.enrolled': 'owner',
  'passkey.deleted': 'admins_and_concerned',
  'signing_key.enrolled': 'owner',
  'signing_key.countersigned': 'admins_and_concerned',
  'signing_key.rescued': 'everybody',
  'action.created': 'admins',
  'action.updated': 'admins',
  'action.deleted': 'admins',
  'group.created': 'admins',
  'group.updated': 'admins',
  'group.deleted': 'admins',
  'action.one_set': 'admins',
  'changes.turn_set': 'admins',
  'organization.renamed': 'admins',
  'mailed_links.set': 'admins',
  'key.created': 'admins',
  'key.updated': 'admins',
  'key.revoked': 'admins',
  'key.rotated': 'admins',
  'key.token_ended': 'admins',
  'endpoint.created': 'admins',
  'endpoint.updated': 'admins',
  'endpoint.deleted': 'admins',
  'endpoint.secret_rotated': 'admins',
  'endpoint.previous_secret_revoked': 'admins',
  'endpoint.recovered': 'admins',
  'endpoint.verified': 'admins',
  'endpoint.failing': 'admins',
  'question.asked': 'named',
  'question.answered': 'named',
  'request.misused': 'admins',
  'change.refused': 'admins',
  'audit.head_refused': 'admins',
  'rescue.used': 'everybody',
  'operator.identity_changed': null,
  'passkey.used': null,
  'endpoint.working': null,
  'delivery.failed': null,
  'organization.restored': null,
} as const satisfies Readonly<Record<OwnKind, Audience | null>>;

const AUDIENCES_BY_KIND: Readonly<Record<string, Audience | null>> = AUDIENCES;

/** The kinds that somebody is told of. */
export type AnnouncedKind = {
  [Kind in OwnKind]: (typeof AUDIENCES)[Kind] extends null ? never : Kind;
}[OwnKind];

/** What operators do with their own access in their own session. */
const OWN_ACCESS = new Set([
  'operator.access_revoked',
  'operator.session_revoked',
  'passkey.deleted',
  'identity.connected',
  'identity.disconnected',
]);

/** The actor of set-up by the demo and by the service itself. */
const NOBODY_ACTED = 'system';

export function isAnnounced(entry: PendingEntry): boolean {
  return audienceOf(entry) !== undefined && entry.actor !== NOBODY_ACTED;
}

function audienceOf(entry: PendingEntry): Audience | undefined {
  const { kind, actor } = entry;
  if (OWN_ACCESS.has(kind) && actor === ownerOf(entry)) return 'owner';
  return AUDIENCES_BY_KIND[kind] ?? partEntry(kind)?.audience;
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
  const hasOtherAdmin = operators.some((operator) => isEnabledAdmin(operator) && operator.id !== entry.actor);
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
    if (!operator.enabled || operator.id === entry.actor) return isConcernedNow(operator, entry, concerned, audience);
    if (audience === 'everybody') return true;
    if (audience === 'admins_and_concerned' && operator.id === concerned) return true;
    return isEnabledAdmin(operator) && entry.data.change === undefined;
  });
}

/** Tells an operator that they were disabled. */
function isConcernedNow(operator: Operator, entry: PendingEntry, concerned: unknown, audience: Audience): boolean {
  return (
    audience !== 'admins' && operator.id === concerned && operator.id !== entry.actor && entry.data.enabled === false
  );
}
