/** What each entry of a request's history tells people. */
import type { Actor } from '../../../protocol/actor';
import { knownReason, outcomeReasonText, reasonText } from '../../../protocol/shown/reasons';
import { listOf, named, type Reference, said, type Words } from '../../../protocol/words';
import { ADMIN_ACTION } from './administrative';
import type { Entry, EntryKind } from './entry';

/** `good` and `bad` are ends; `warn` needs the attention of people. */
export type Tone = 'good' | 'bad' | 'warn' | 'plain';

export interface Told {
  /** Who did it. Null if `what` is a whole sentence. */
  readonly who: Reference | null;
  /** What they did, or what happened. */
  readonly what: Words;
  readonly detail: Words;
  readonly tone: Tone;
}

export interface ToldOf extends Actor {
  readonly data: NonNullable<Entry['data']>;
}

type Teller = (entry: ToldOf) => Pick<Told, 'what'> & Partial<Told>;

const note = (value: unknown): Words => (typeof value === 'string' ? said`${value}` : []);
const reason = (value: unknown): Words => (typeof value === 'string' ? said`${reasonText(value)}` : []);
const round = ({ data }: ToldOf): Words => (Number(data.round) > 1 ? said`Round ${data.round}` : []);
const both = (first: Words, second: Words): Words =>
  first.length > 0 && second.length > 0 ? said`${first} · ${second}` : [...first, ...second];
/** Nobody did it. */
const service = (what: Words): Pick<Told, 'who' | 'what'> => ({ who: null, what });

const TOLD: Readonly<Record<EntryKind, Teller>> = {
  'request.proposed': ({ data, actor, actor_kind }) => ({
    who: named('operator', data.requester),
    what: said`requested “${named('action', data.action)}”`,
    detail: actor_kind === 'person' ? [] : said`through the API key ${named('key', actor)}`,
  }),
  'request.notified': ({ data }) => {
    const isOne = Array.isArray(data.seats) && data.seats.length === 1;
    return service(
      said`${listOf('operator', data.seats)} ${isOne ? 'was asked for a key' : 'were asked for their keys'}`,
    );
  },
  'key.turned': (entry) => ({ what: said`turned a key`, detail: round(entry), tone: 'good' }),
  'key.withdrawn': (entry) => ({ what: said`took back their key`, detail: round(entry) }),
  'code.wrong': ({ data }) => ({
    what: said`entered a wrong code`,
    detail: said`${data.tries_left} attempts left`,
    tone: 'warn',
  }),
  'code.reissued': ({ data }) => ({ what: said`sent ${named('operator', data.seat)} a new code` }),
  'seat.disabled': ({ data }) => service(said`${named('operator', data.seat)} was disabled and lost their seat`),
  'seat.struck': ({ data }) => ({
    ...service(said`The identity of ${named('operator', data.seat)} was changed, so their seat no longer counts`),
    tone: 'warn',
  }),
  'round.collapsed': ({ data }) => ({
    ...service(said`Round ${data.round} ended without enough keys`),
    detail: said`New codes were sent.`,
    tone: 'warn',
  }),
  'request.reminded': () => service(said`Operators were reminded`),
  'request.warned': () => service(said`Operators were warned that the request expires soon`),
  'request.authorized': ({ data }) => ({
    ...service(said`The request was approved`),
    detail: said`Keys of ${listOf('operator', data.approvers)}`,
    tone: 'good',
  }),
  'request.executing': ({ data }) =>
    service(
      data.integration === ADMIN_ACTION
        ? said`The change is being made`
        : said`The integration ${data.integration} is being called`,
    ),
  'request.succeeded': () => ({ ...service(said`The service has nothing more to do`), tone: 'good' }),
  'request.failed': ({ data }) => ({
    ...service(
      knownReason(data.reason) === 'stopped'
        ? said`The integration is not called any more`
        : said`The call of the integration failed`,
    ),
    detail: reason(data.reason),
    tone: 'bad',
  }),
  'request.denied': ({ data }) => ({
    what: said`refused the request`,
    detail: both(
      note(data.note),
      data.outcome_reason === undefined
        ? []
        : said`The program was told: ${outcomeReasonText(String(data.outcome_reason))}`,
    ),
    tone: 'bad',
  }),
  'request.aborted': ({ data, actor_kind }) => {
    if (actor_kind === 'program') {
      return { ...service(said`Aborted by the program that requested it`), detail: note(data.note) };
    }
    if (actor_kind !== 'person') return { what: said`The request was aborted`, detail: reason(data.reason) };
    const why = knownReason(data.reason);
    const isMisuse = why === 'misuse_reported';
    const detail = isMisuse ? said`They did not request it. All admins were told.` : both(reason(why), note(data.note));
    if (data.as !== 'requester') return { what: said`aborted the request`, detail };
    const what = said`cancelled the request as its requester, unsigned`;
    return { what, detail, tone: isMisuse ? 'bad' : 'plain' };
  },
  'request.expired': () => service(said`The request expired`),
  'intent.claimed': ({ data }) => ({
    ...service(said`A worker claimed the sealed call`),
    detail: typeof data.lease_expires_at === 'number' ? said`Reserved until ${{ at: data.lease_expires_at }}` : [],
  }),
  'intent.reported': ({ data }) => ({
    ...service(data.status === 'succeeded' ? said`The worker reported success` : said`The worker reported failure`),
    detail: both(note(data.error), note(data.reference)),
    tone: data.status === 'succeeded' ? 'good' : 'bad',
  }),
  'intent.stopped': ({ data, actor_kind }) => ({
    ...(actor_kind === 'program'
      ? service(said`Stopped by the program that requested it`)
      : { what: said`stopped what was approved` }),
    detail: note(data.note),
    tone: 'warn',
  }),
  'intent.window_closed': ({ data }) => ({
    ...service(said`The time to run the call ended`),
    detail: reason(data.reason),
    tone: 'warn',
  }),
};

/** Null for a kind that belongs to no request. */
export function toldOfRequest(kind: string, entry: ToldOf): Told | null {
  if (!Object.hasOwn(TOLD, kind)) return null;
  const who = entry.actor_kind === 'person' ? named('operator', entry.actor) : null;
  return { who, detail: [], tone: 'plain', ...TOLD[kind as EntryKind](entry) };
}
