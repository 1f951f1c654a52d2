/** The entries of a history in words. */
import { ADMIN_ACTION } from './changes';
import { outcomeReasonText } from './outcome-reasons';
import { reasonText } from './reasons';
import { formatInstant } from './time';

/** The name of a person or thing, by its id. */
export type NameOf = (id: string) => string;

export type MomentTone = 'good' | 'bad' | 'warn' | 'plain';

export interface Told {
  /** Who did it, if the entry names someone. */
  readonly who: string | null;
  readonly what: string;
  readonly detail: string | null;
  readonly tone: MomentTone;
}

interface Entry {
  readonly kind: string;
  readonly actor: string;
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Teller = (entry: Entry, nameOf: NameOf) => Partial<Told> & { readonly what: string };

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown, nameOf: NameOf): string =>
  Array.isArray(value) ? value.map((each) => nameOf(String(each))).join(', ') : '';
const isOne = (value: unknown): boolean => Array.isArray(value) && value.length === 1;
const round = ({ data }: Entry): string | null => (Number(data.round) > 1 ? `Round ${data.round}` : null);
const system = { who: null } as const;
/** The actor is the API key of the program that made the request. */
const isProgram = (actor: string): boolean => /^key_[0-9a-f]{24}$/.test(actor);

const MISUSE = 'misuse_reported';

const refusalText = ({ reason, outcome_reason }: Entry['data']): string =>
  [text(reason), outcome_reason === undefined ? '' : `The program was told: ${outcomeReasonText(text(outcome_reason))}`]
    .filter((each) => each !== '')
    .join(' · ');

/** A kind without words here is shown by its own name. */
const TOLD: Readonly<Record<string, Teller>> = {
  'request.proposed': ({ data, actor }, nameOf) => ({
    who: nameOf(text(data.requester)),
    what: 'requested it',
    detail:
      actor === data.requester
        ? null
        : /^key_/.test(nameOf(actor))
          ? 'through an API key'
          : `through the API key “${nameOf(actor)}”`,
  }),
  'request.notified': ({ data }, nameOf) => ({
    ...system,
    what: `${list(data.seats, nameOf)} ${isOne(data.seats) ? 'was asked for a key' : 'were asked for their keys'}`,
  }),
  'key.turned': (entry) => ({ what: 'turned a key', detail: round(entry), tone: 'good' }),
  'key.withdrawn': (entry) => ({ what: 'took back their key', detail: round(entry) }),
  'code.wrong': ({ data }) => ({
    what: 'entered a wrong code',
    detail: `${data.tries_left} attempts left`,
    tone: 'warn',
  }),
  'code.reissued': ({ data }, nameOf) => ({ what: `sent ${nameOf(text(data.seat))} a new code` }),
  'seat.disabled': ({ data }, nameOf) => ({
    ...system,
    what: `${nameOf(text(data.seat))} was disabled and lost their seat`,
  }),
  'seat.struck': ({ data }, nameOf) => ({
    ...system,
    what: `The identity of ${nameOf(text(data.seat))} was changed, so their seat no longer counts`,
    tone: 'warn',
  }),
  'round.collapsed': ({ data }) => ({
    ...system,
    what: `Round ${data.round} ended without enough keys`,
    detail: 'New codes were sent.',
    tone: 'warn',
  }),
  'request.reminded': () => ({ ...system, what: 'Operators were reminded' }),
  'request.warned': () => ({ ...system, what: 'Operators were warned that the request expires soon' }),
  'request.authorized': ({ data }, nameOf) => ({
    ...system,
    what: 'The request was approved',
    detail: `Keys of ${list(data.approvers, nameOf)}`,
    tone: 'good',
  }),
  'request.executing': ({ data }) => ({
    ...system,
    what:
      data.integration === ADMIN_ACTION
        ? 'The change is being made'
        : `The integration ${text(data.integration)} is being called`,
  }),
  'request.succeeded': () => ({ ...system, what: 'The service has nothing more to do', tone: 'good' }),
  'request.failed': ({ data }) => ({
    ...system,
    what: data.reason === 'stopped' ? 'The integration is not called any more' : 'The call of the integration failed',
    detail: reasonText(text(data.reason)),
    tone: 'bad',
  }),
  'request.denied': ({ data }) => ({ what: 'refused the request', detail: refusalText(data), tone: 'bad' }),
  'request.aborted': ({ data, actor }) => {
    if (isProgram(actor))
      return { ...system, what: 'Aborted by the program that requested it', detail: text(data.note) };
    if (actor === 'system') return { what: 'The request was aborted', detail: reasonText(text(data.reason)) };
    const detail = data.reason === MISUSE ? 'They did not request it. All admins were told.' : text(data.reason);
    if (data.as !== 'requester') return { what: 'aborted the request', detail };
    return {
      what: 'cancelled the request as its requester, unsigned',
      detail,
      tone: data.reason === MISUSE ? 'bad' : 'plain',
    };
  },
  'request.expired': () => ({ ...system, what: 'The request expired' }),
  'intent.claimed': ({ data }) => ({
    ...system,
    what: 'A worker claimed the sealed call',
    detail: typeof data.lease_expires_at === 'number' ? `Reserved until ${formatInstant(data.lease_expires_at)}` : null,
  }),
  'intent.reported': ({ data }) => ({
    ...system,
    what: data.status === 'succeeded' ? 'The worker reported success' : 'The worker reported failure',
    detail: [text(data.error), text(data.reference)].filter((each) => each !== '').join(' · '),
    tone: data.status === 'succeeded' ? 'good' : 'bad',
  }),
  'intent.stopped': ({ data, actor }) => ({
    ...(isProgram(actor) ? { who: null } : {}),
    what: isProgram(actor) ? 'Stopped by the program that requested it' : 'stopped what was approved',
    detail: text(data.note),
    tone: 'warn',
  }),
  'intent.window_closed': ({ data }) => ({
    ...system,
    what: 'The time to run the call ended',
    detail: reasonText(text(data.reason)),
    tone: 'warn',
  }),
  'delivery.failed': ({ data }, nameOf) => ({
    ...system,
    what: `A delivery to ${nameOf(text(data.receiver)) || 'its receiver'} failed for good`,
    detail: text(data.reason).replaceAll('_', ' '),
    tone: 'bad',
  }),
  'operator.created': (entry, nameOf) => ({
    what: `added the operator ${subject(entry, nameOf)}`,
    detail: `Role: ${text(entry.data.role)}`,
  }),
  'operator.updated': (entry, nameOf) => updated(entry, nameOf),
  'operator.sign_in_link_made': (entry, nameOf) => ({ what: `made a sign-in link for ${subject(entry, nameOf)}` }),
  'operator.mailed_link_made': (entry, nameOf) => ({
    ...system,
    what: `A sign-in link for ${subject(entry, nameOf)} was requested on the sign-in page, and mailed`,
  }),
  'identity_provider.set': ({ data }) => ({ what: `set company sign-in at ${text(data.issuer)}` }),
  'identity_provider.removed': () => ({ what: 'ended company sign-in' }),
  'identity.connected': (entry, nameOf) => ({
    what: `connected a company account to ${nameOf(text(entry.data.operator))}`,
  }),
  'identity.disconnected': (entry, nameOf) => ({
    what: `disconnected the company account of ${nameOf(text(entry.data.operator))}`,
  }),
  'operator.session_revoked': (entry, nameOf) => ({ what: `ended a session of ${subject(entry, nameOf)}` }),
  'operator.access_revoked': (entry, nameOf) => ({ what: `revoked all access of ${subject(entry, nameOf)}` }),
  'operator.identity_changed': (entry, nameOf) => ({ what: `changed how ${subject(entry, nameOf)} signs in` }),
  'passkey.enrolled': ({ data }) => ({ what: `added the passkey “${text(data.name)}”` }),
  'passkey.deleted': () => ({ what: 'deleted a passkey' }),
  'signing_key.enrolled': ({ data }) => ({
    what: 'signed the enrolment of a passkey',
    detail: text(data.fingerprint),
  }),
  'signing_key.countersigned': ({ data }, nameOf) => ({
    what: `countersigned a passkey of ${nameOf(text(data.operator))}`,
    detail: text(data.fingerprint),
    tone: 'good',
  }),
  'mailed_links.set': ({ data }) => ({
    what:
      data.allowed === true
        ? 'allowed operators to request sign-in links by mail'
        : 'ended sign-in links that operators request by mail',
    tone: data.allowed === true ? 'warn' : 'plain',
  }),
  'changes.turn_set': ({ data }) => ({
    what:
      data.turn === 'code'
        ? 'decided that approving a change takes no passkey any more'
        : 'decided that approving a change takes a passkey from now on',
    tone: data.turn === 'code' ? 'warn' : 'plain',
  }),
  'organization.renamed': ({ data }) => ({ what: `named the organization “${text(data.name)}”` }),
  'signing_key.rescued': ({ data }, nameOf) => ({
    what: `trusted a passkey of ${nameOf(text(data.operator))} without an admin`,
    detail: text(data.fingerprint),
    tone: 'bad',
  }),
  'passkey.used': () => ({ what: 'signed in with a passkey' }),
  'key.created': ({ data }) => ({
    what: `made the API key “${text(data.name)}”`,
    detail: Array.isArray(data.scopes) ? `Scopes: ${data.scopes.join(', ')}` : null,
  }),
  'key.updated': (entry, nameOf) =>
    entry.data.holder === undefined
      ? {
          what: `changed the limit of the API key ${subject(entry, nameOf)}`,
          detail: entry.data.max_open === null ? 'No limit' : `${entry.data.max_open} open requests at most`,
        }
      : {
          what: `named who holds the API key ${subject(entry, nameOf)}`,
          detail: entry.data.holder === null ? 'Nobody' : nameOf(text(entry.data.holder)),
        },
  'key.rotated': (entry, nameOf) => ({ what: `gave the API key ${subject(entry, nameOf)} another token` }),
  'key.token_ended': (entry, nameOf) => ({ what: `ended a token of the API key ${subject(entry, nameOf)}` }),
  'key.revoked': (entry, nameOf) => ({ what: `revoked the API key ${subject(entry, nameOf)}` }),
  'action.created': (entry, nameOf) => ({ what: `created the action ${subject(entry, nameOf)}` }),
  'action.updated': (entry, nameOf) => ({
    what: `changed the policy of ${subject(entry, nameOf)}`,
    detail: entry.data.version === undefined ? null : `Version ${entry.data.version}`,
  }),
  'question.asked': (entry, nameOf) => ({
    what: 'asked a question about a request',
    detail: `Question ${entry.data.number} of ${subject(entry, nameOf)}`,
  }),
  'question.answered': (entry, nameOf) => ({
    what: 'answered a question about their request',
    detail: `Text ${entry.data.number} of ${subject(entry, nameOf)}`,
  }),
  'request.misused': ({ data }) => ({
    what:
      data.key === null
        ? 'reported a request in their session that they did not make'
        : `reported a request in their name that they did not make, through the API key “${text(data.key_name)}”`,
    detail: text(data.request),
    tone: 'bad',
  }),
  'change.refused': ({ data }) => ({
    what: `attempted a change that was refused (${text(data.attempt).replaceAll('_', ' ')})`,
    detail: text(data.reason).replaceAll('_', ' '),
    tone: 'warn',
  }),
  'audit.head_refused': ({ data }) => ({
    ...system,
    what: `The audit log no longer matches what was published of it, from entry ${data.entry} on`,
    detail: text(data.fault).replaceAll('_', ' '),
    tone: 'bad',
  }),
  'rescue.used': ({ data }) => ({
    what: `changed the configuration without a second admin (${text(data.command)})`,
    detail: text(data.reason),
    tone: 'bad',
  }),
  'organization.restored': ({ data }) => ({ what: `restored the service’s data to ${data.to}` }),
  'action.deleted': (entry, nameOf) => ({ what: `deleted the action ${subject(entry, nameOf)}` }),
  'action.one_set': ({ data }, nameOf) => ({
    ...system,
    what: `Only one set of operators can approve ${nameOf(text(data.action))}`,
    detail: list(data.operators, nameOf),
    tone: 'warn',
  }),
  'group.created': (entry, nameOf) => ({
    what: `created the group ${subject(entry, nameOf)}`,
    detail: list(entry.data.members, nameOf),
  }),
  'group.updated': (entry, nameOf) => ({
    what: `changed the group ${subject(entry, nameOf)}`,
    detail: list(entry.data.members, nameOf),
  }),
  'group.deleted': (entry, nameOf) => ({ what: `deleted the group ${subject(entry, nameOf)}` }),
  'endpoint.created': ({ data }) => ({ what: 'added a webhook endpoint', detail: text(data.url) }),
  'endpoint.updated': (entry, nameOf) => ({ what: `changed the endpoint ${subject(entry, nameOf)}` }),
  'endpoint.deleted': (entry, nameOf) => ({ what: `deleted the endpoint ${subject(entry, nameOf)}` }),
  'endpoint.secret_rotated': (entry, nameOf) => ({ what: `rotated the secret of ${subject(entry, nameOf)}` }),
  'endpoint.previous_secret_revoked': (entry, nameOf) => ({
    what: `ended the old secret of ${subject(entry, nameOf)}`,
  }),
  'endpoint.verified': (entry, nameOf) => ({
    what: `verified the destination ${subject(entry, nameOf)}`,
    tone: 'good',
  }),
  'endpoint.failing': (entry, nameOf) => ({
    ...system,
    what: `The endpoint ${subject(entry, nameOf)} is failing`,
    detail: `It accepted none of the last ${entry.data.attempts} attempts.`,
    tone: 'bad',
  }),
  'endpoint.working': (entry, nameOf) => ({
    ...system,
    what: `The endpoint ${subject(entry, nameOf)} accepts events again`,
    tone: 'good',
  }),
  'chat.set': ({ data }) => ({ what: 'set the chat that messages go to', detail: text(data.host) }),
  'chat.removed': ({ data }) => ({ what: 'removed the chat', detail: text(data.host) }),
  'endpoint.recovered': (entry, nameOf) => ({ what: `recovered missed events for ${subject(entry, nameOf)}` }),
};

function subject({ subject: id = '' }: Entry, nameOf: NameOf): string {
  return nameOf(id);
}

function updated(entry: Entry, nameOf: NameOf): ReturnType<Teller> {
  const who = subject(entry, nameOf);
  const { enabled, role, changed } = entry.data;
  if (enabled === false) return { what: `disabled ${who}`, tone: 'warn' };
  if (enabled === true) return { what: `enabled ${who}` };
  if (typeof role === 'string') return { what: `made ${who} ${role === 'admin' ? 'an admin' : 'an operator'}` };
  return { what: `edited ${who}`, detail: Array.isArray(changed) ? `Changed: ${changed.join(', ')}` : null };
}

export function tell(entry: Entry, nameOf: NameOf): Told {
  const teller = TOLD[entry.kind];
  const by = entry.actor === 'system' ? null : nameOf(entry.actor);
  if (teller === undefined) return { who: by, what: entry.kind, detail: null, tone: 'plain' };
  const { detail = null, ...told } = teller(entry, nameOf);
  return { who: by ?? nobodyIn(entry), tone: 'plain', ...told, detail: detail === '' ? null : detail };
}

/** The service changes no configuration by itself: what it did was done when the organization was set up. */
const nobodyIn = ({ kind }: Entry): string | null => (BY_ITSELF.test(kind) ? null : 'The set-up');
const BY_ITSELF = /^(request|round|seat|code|intent|delivery)\./;

/** The kinds of entries for the filter, in words. */
export const TOPICS: readonly (readonly [prefix: string, label: string])[] = [
  ['request.', 'Requests'],
  ['key.turned', 'Keys turned'],
  ['code.', 'Codes'],
  ['intent.', 'Execution'],
  ['action.', 'Actions'],
  ['operator.', 'Operators'],
  ['passkey.', 'Passkeys'],
  ['signing_key.', 'Signing keys'],
  ['key.', 'API keys'],
  ['endpoint.', 'Webhooks'],
  ['chat.', 'Chat'],
  ['delivery.', 'Deliveries'],
];

/** The facts of an entry as short texts. */
export function factsOf(data: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => [key.replaceAll('_', ' '), isInstant(key, value) ? formatInstant(value) : textOf(value)]);
}

function isInstant(key: string, value: unknown): value is number {
  return typeof value === 'number' && /(^|_)(at|by|since|until)$/.test(key);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return JSON.stringify(value);
}
