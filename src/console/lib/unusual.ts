/** What an operator should know before anything else, told from the request, the caller, and what was asked before. */
import type { RequestWithView, Schemas } from './schemas';
import { holdsUnseen, mixesScripts } from './visible';

export interface Remark {
  /** `warn`: look twice. `note`: good to know. */
  readonly level: 'warn' | 'note';
  readonly text: string;
  /** A text of somebody else's that the remark is about: to be shown as such. */
  readonly about?: string;
}

type Past = readonly RequestWithView[];

export function remarksOf(asked: RequestWithView, me: string, past: Past | null): Remark[] {
  const remarks = [
    ...ofText(asked),
    ...ofPeople(asked, me),
    ...ofCeremony(asked),
    ...(past ? ofPast(asked, past) : []),
  ];
  return remarks.sort((left, right) => Number(left.level === 'note') - Number(right.level === 'note'));
}

function ofText({ request, view }: RequestWithView): Remark[] {
  const named: [string, string][] = Object.entries(request.params).flatMap(([key, value]): [string, string][] => [
    [key, key],
    [key, value],
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
        text: 'holds characters that do not show by themselves; here they are written out.',
      }),
    ),
    ...about(mixesScripts).map(
      (name): Remark => ({
        level: 'warn',
        about: name,
        text: 'mixes letters of two scripts in one word: it may not be the word it looks like.',
      }),
    ),
  ];
}

function ofPeople({ request, view }: RequestWithView, me: string): Remark[] {
  if (request.requester === me) return [{ level: 'warn', text: 'It is asked for in your own name.' }];
  if (!view.eligible.includes(request.requester)) return [];
  return [{ level: 'note', about: view.requester_name, text: 'asks for it and holds one of the keys.' }];
}

function ofCeremony({ view }: RequestWithView): Remark[] {
  const remarks: Remark[] = [];
  if (view.round > 1) {
    remarks.push({ level: 'warn', text: `This is round ${view.round}: the keys before were not turned in time.` });
  }
  for (const seat of view.seats) {
    const remark = ofSeat(seat);
    if (remark !== null) remarks.push({ ...remark, about: seat.name });
  }
  return remarks;
}

function ofSeat({ state, issue }: Schemas['SeatView']): Remark | null {
  if (state === 'locked') return { level: 'warn', text: 'has a locked seat: 5 wrong codes were typed.' };
  if (state === 'out') return { level: 'note', text: 'was disabled after this was asked.' };
  if (issue > 0)
    return { level: 'note', text: `was sent a new code by an admin${issue > 1 ? ` ${issue} times` : ''}.` };
  return null;
}

/** Fewer than this prove no habit. */
const ENOUGH = 5;

function ofPast({ request, view }: RequestWithView, past: Past): Remark[] {
  if (past.length === 0) return [{ level: 'note', text: 'Nothing was asked under this action before.' }];
  const before = past.map((entry) => entry.request);
  const stopped = before.find(
    ({ operation_hash, outcome }) =>
      operation_hash === request.operation_hash && (outcome === 'denied' || outcome === 'aborted'),
  );
  const remarks: Remark[] = [];
  if (stopped !== undefined) {
    remarks.push({ level: 'warn', text: `Exactly this was asked before and ${stopped.outcome}.` });
  }
  if (before.length < ENOUGH) return remarks;
  if (!before.some(({ requester }) => requester === request.requester)) {
    remarks.push({
      level: 'warn',
      about: view.requester_name,
      text: `never asked for this in the last ${before.length} requests.`,
    });
  }
  for (const [key, value] of Object.entries(request.params)) {
    const text = unlikeBefore(
      value,
      before.map(({ params }) => params[key]),
    );
    if (text !== null) remarks.push({ level: 'warn', about: key, text });
  }
  return remarks;
}

const DECIMAL = /^-?\d{1,15}(\.\d+)?$/;

function unlikeBefore(value: string, before: readonly (string | undefined)[]): string | null {
  const known = before.filter((each): each is string => each !== undefined);
  if (known.length === 0) return `was in none of the last ${before.length} requests.`;
  if (known.length < ENOUGH || known.includes(value)) return null;
  const numbers = known.filter((each) => DECIMAL.test(each)).map(Number);
  if (DECIMAL.test(value) && numbers.length === known.length) {
    const highest = Math.max(...numbers);
    return Number(value) > highest
      ? `is higher than in any of the last ${known.length} requests (at most ${highest}).`
      : null;
  }
  // Where every value is new, a new one says nothing.
  const repeats = new Set(known).size <= known.length / 2;
  return repeats ? `is none of the values of the last ${known.length} requests.` : null;
}
