/**
 * Remarks that an operator should read first, computed from the request, the reader and earlier requests. The service uses
 * them for the inbox, and the page of a request shows them.
 */
import { lineName } from '../display/text';
import { holdsUnseen, mixesScripts } from '../visible-text';
import { groupedAmount } from './grouped-amount';
import { ADMIN_ACTION, type PastRequest, type ShownRequest, type ShownSeat } from './request';

export interface Remark {
  /** `warn` needs attention before a decision. `note` is only information. */
  readonly level: 'warn' | 'note';
  readonly text: string;
  /** A short form for lists; null if lists leave it out. */
  readonly short: string | null;
  /** The text that the remark is about. Somebody else wrote it, so show it as a quotation. */
  readonly about?: string;
  /** The reader is the requester. */
  readonly isOwnKey?: true;
  /** Another request to link to, and the sentence after the link. */
  readonly link?: { readonly request: string; readonly then: string };
}

type Past = readonly { readonly request: PastRequest; readonly view?: View }[];

/**
 * `past` is null until it is known, and nothing is compared until then. Changes of the configuration are not compared,
 * because each of them is different.
 */
export function remarksOf(request: ShownRequest, me: string, past: Past | null): Remark[] {
  const isChange = request.request.action === ADMIN_ACTION;
  const remarks = [
    ...ofIntent(request),
    ...ofText(request),
    ...ofPeople(request, me),
    ...ofCeremony(request),
    ...(past && !isChange ? ofPast(request, past) : []),
  ];
  return remarks.sort((left, right) => Number(left.level === 'note') - Number(right.level === 'note'));
}

/** A sealed call can be sent again and is still authentic. Only its digest shows this. Lists do not have the digest. */
function ofIntent({ view: { intent_first_used_in: first = null } }: ShownRequest): Remark[] {
  if (first === null) return [];
  const then = 'Check that the params describe what it really does.';
  const text = 'This sealed call was used before, in';
  return [{ level: 'warn', text, link: { request: first, then }, short: null }];
}

function ofText({ request, view }: ShownRequest): Remark[] {
  const named: [string, string][] = Object.entries(request.params).flatMap(([key, value]): [string, string][] => [
    [nameOf(view, key), key],
    [nameOf(view, key), value],
  ]);
  const texts: [string, string][] = [...named, ['The summary', view.summary ?? ''], ['The action', request.action]];
  const about = (test: (text: string) => boolean) => [
    ...new Set(texts.filter(([, text]) => test(text)).map(([name]) => name)),
  ];
  return [
    ...about(holdsUnseen).map(
      (name): Remark => ({
        level: 'warn',
        about: name,
        text: 'contains invisible characters. They are written out on this page.',
        short: 'invisible characters',
      }),
    ),
    ...about(mixesScripts).map(
      (name): Remark => ({
        level: 'warn',
        about: name,
        text: 'mixes letters of two alphabets in one word, so it may not be the word that it looks like.',
        short: 'mixed alphabets',
      }),
    ),
  ];
}

function ofPeople({ request, view }: ShownRequest, me: string): Remark[] {
  if (request.requester === me) {
    return [
      {
        level: 'note',
        text: 'This was requested in your name. If you did not request it, choose “This was not me”.',
        short: 'in your name',
      },
    ];
  }
  if (!view.eligible.includes(request.requester)) return [];
  return [
    {
      level: 'note',
      about: view.requester_name,
      text: 'requested this and holds one of the keys.',
      short: null,
      isOwnKey: true,
    },
  ];
}

function ofCeremony({ view }: ShownRequest): Remark[] {
  const remarks: Remark[] = [];
  if (view.round > 1) {
    remarks.push({
      level: 'note',
      text: `This is round ${view.round}: in the round before, the keys were not turned in time.`,
      short: `round ${view.round}`,
    });
  }
  for (const seat of view.seats) {
    const remark = ofSeat(seat);
    if (remark !== null) remarks.push({ ...remark, about: seat.name });
  }
  return remarks;
}

function ofSeat({ state, issue }: ShownSeat): Remark | null {
  if (state === 'locked') {
    return { level: 'warn', text: 'is locked out of this request after 5 wrong codes.', short: 'wrong codes' };
  }
  if (state === 'out') return { level: 'note', text: 'was disabled after this was requested.', short: null };
  if (issue === 0) return null;
  const times = issue > 1 ? ` ${issue} times` : '';
  return { level: 'note', text: `was sent a new code by an admin${times}.`, short: null };
}

/** Fewer earlier requests than this do not show a habit. */
const ENOUGH = 5;

function ofPast(request: ShownRequest, past: Past): Remark[] {
  if (past.length === 0) return [ofFirst(request)];
  const before = past.map((entry) => entry.request);
  const stopped = before.find(
    ({ operation_hash, outcome }) =>
      operation_hash === request.request.operation_hash && (outcome === 'denied' || outcome === 'aborted'),
  );
  const remarks: Remark[] = [];
  if (stopped !== undefined) {
    remarks.push({
      level: 'warn',
      text: `Exactly this was requested before and ${stopped.outcome}.`,
      short: `${stopped.outcome} before`,
    });
  }
  for (const [key, value] of Object.entries(request.request.params)) {
    const label = lineOf(request.view, key)?.label ?? key;
    const remark = ofValue(value, label, knownOf(key, past));
    if (remark !== null) remarks.push({ ...remark, about: nameOf(request.view, key) });
  }
  return [...remarks, ...ofRequester(request, before)];
}

/** A number from this value on gets a remark even if there is nothing to compare it with. */
const LARGE = 1000;

function ofFirst({ request, view }: ShownRequest): Remark {
  const first = 'This is the first request for this action, so there is nothing to compare it with.';
  const large = Object.entries(request.params).find(
    ([, value]) => isDecimal(value) && Math.abs(Number(value)) >= LARGE,
  );
  if (large !== undefined) {
    return {
      level: 'warn',
      about: nameOf(view, large[0]),
      text: `is ${shownValue(view, ...large)}. ${first}`,
      short: 'first request, large number',
    };
  }
  if (view.rule !== null && view.rule !== undefined) {
    return {
      level: 'warn',
      text: `${first} The policy asks for more keys because of its params.`,
      short: 'first request',
    };
  }
  return { level: 'note', text: first, short: 'first request' };
}

function ofRequester({ request, view }: ShownRequest, before: readonly PastRequest[]): Remark[] {
  if (before.length < ENOUGH || before.some(({ requester }) => requester === request.requester)) return [];
  return [
    {
      level: 'warn',
      about: view.requester_name,
      text: `requested none of the last ${before.length} requests for this action.`,
      short: 'new requester',
    },
  ];
}

/** The value of a param in an earlier request. */
interface Known {
  readonly was: string;
  /** In the form of the request's page. */
  readonly shown: string;
  readonly outcome: PastRequest['outcome'];
}

interface KnownValues {
  readonly known: readonly Known[];
  /** How many earlier requests there are, with or without the param. */
  readonly of: number;
}

const knownOf = (key: string, past: Past): KnownValues => ({
  of: past.length,
  known: past.flatMap(({ request: { params, outcome }, view }) => {
    const was = Object.hasOwn(params, key) ? params[key] : undefined;
    return was === undefined ? [] : [{ was, shown: shownValue(view, key, was), outcome }];
  }),
});

function ofValue(value: string, label: string, { known, of }: KnownValues): Remark | null {
  const values = known.map(({ was }) => was);
  if (values.length === 0) {
    if (of < ENOUGH) return null;
    return { level: 'warn', text: `was in none of the last ${of} requests.`, short: 'new param' };
  }
  if (values.includes(value)) return null;
  if (isDecimal(value) && values.every(isDecimal)) return ofNumber(value, label, known);
  // If every request has a new value, another new value is not unusual.
  const repeats = new Set(values).size <= values.length / 2;
  if (values.length < ENOUGH || !repeats) return null;
  return {
    level: 'warn',
    text: `has a value that none of the last ${values.length} requests had.`,
    short: `new ${label}`,
  };
}

/** With this factor, even a few earlier requests are enough to call a number unusual. */
const FAR_ABOVE = 10;

/** Compares with approved requests if there are any, so that a refused attempt does not make the next one look normal. */
function ofNumber(value: string, label: string, known: readonly Known[]): Remark | null {
  const approved = known.filter(({ outcome }) => outcome === 'authorized');
  const compared = approved.length > 0 ? approved : known;
  const { was: largest, shown } = compared.reduce((most, each) => (Number(each.was) > Number(most.was) ? each : most));
  const factor = Number(largest) > 0 ? Number(value) / Number(largest) : 0;
  if (Number(value) <= Number(largest) || (known.length < ENOUGH && factor < FAR_ABOVE)) return null;
  const which = approved.length > 0 ? 'approved before' : `of the last ${known.length} requests`;
  if (factor < 2) {
    return {
      level: 'warn',
      text: `is higher than the highest ${which} (${shown}).`,
      short: `highest ${label}`,
    };
  }
  const times = Math.floor(factor);
  return {
    level: 'warn',
    text: `is ${groupedAmount(String(times))} times the highest ${which} (${shown}).`,
    short: `${groupedAmount(String(times))}× the usual ${label}`,
  };
}

type View = Pick<ShownRequest['view'], 'shown'>;

const lineOf = (view: View | undefined, key: string) => view?.shown?.lines.find(({ param }) => param === key);

/** Uses the name and value of the param's line, so that nobody reads two different numbers for one amount. */
function nameOf(view: View, key: string): string {
  const line = lineOf(view, key);
  return line === undefined ? key : lineName(line);
}

const shownValue = (view: View | undefined, key: string, value: string): string =>
  lineOf(view, key)?.value ?? groupedAmount(value);

function isDecimal(value: string): boolean {
  return /^-?\d{1,15}(\.\d+)?$/.test(value);
}
