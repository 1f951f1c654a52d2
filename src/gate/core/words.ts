/** Every sentence that reaches a model. Nothing that an agent or a person wrote is in one, except names of arguments. */
import type { OutcomeReason } from '../../client';
import type { Ending, NotRun, PlainType, Refusal, RunTimes, Waiting } from './types';

/** For the status of an open call. */
export function waitingText(state: Waiting): string {
  if (state.kind === 'running') return RUNNING;
  return state.aKeyIsTurned ? 'A key is turned. Waiting for more keys.' : 'Waiting for keys.';
}

export const RUNNING = 'Approved. The tool is running.';

/** For an ending that the call had before this answer. */
export function whenItRan({ approvedAtMs, atMs }: RunTimes, isUncertain: boolean): string {
  const at = (ms: number) => new Date(ms).toISOString();
  const ran = isUncertain ? 'may have run' : 'ran';
  return `This is the ending of an earlier call. It was approved at ${at(approvedAtMs)} and ${ran} at ${at(atMs)}.`;
}

export const REPEAT = 'Repeat this call to get the result.';

/** For a call without a result. `howToGoOn` is for one that is open. */
export function explain(state: Waiting | Exclude<Ending, { kind: 'finished' }>, howToGoOn = REPEAT): string {
  switch (state.kind) {
    case 'waiting':
      return `Not executed. Request ${state.requestId ?? state.taskId} waits for keys. ${howToGoOn}`;
    case 'running':
      return `Request ${state.requestId} is approved, and the tool is still running. ${howToGoOn}`;
    case 'not_run':
      return `The tool did not run. ${state.reason === undefined ? NOT_RUN[state.why] : REFUSED_FOR[state.reason]}`.replace(
        'STATUS',
        String(state.status),
      );
    case 'refused':
      return `The tool did not run. ${reasonFor(state.refusal)}`;
    case 'uncertain':
      return 'The outcome is unknown: the tool may have run. It will not be run again. Check what it changed before you go on.';
  }
}

const NOT_RUN: Record<NotRun, string> = {
  denied: 'People refused this call. Do not repeat it unless you are told to.',
  expired: 'Nobody approved this call in time.',
  aborted: 'The request was withdrawn.',
  cancelled: 'The call was cancelled.',
  late: 'The call was approved, but it could not be made in time.',
  changed: 'The tool or the rules have changed since people were asked. A new call needs a new approval.',
  upstream_refused:
    'Its server refused the call (HTTP STATUS). An admin can see why. You can make the call again later.',
  unreachable: 'Its server could not be reached. You can make the call again later.',
};

/** None invites to make the call in another way, or in parts. */
const REFUSED_FOR: Record<OutcomeReason, string> = {
  wrong_target: 'People refused this call, because its target is wrong. Do not repeat it unless you are told to.',
  wrong_amount: 'People refused this call, because its amount is wrong. Do not repeat it unless you are told to.',
  too_much_at_once: 'People refused this call, because it changes too much. Stop, and ask the person you work for.',
  ask_first: 'People refused this call, because they want to be asked first. Stop, and ask the person you work for.',
  not_now: 'People refused this call for now. Do not repeat it until you are told to.',
  never: 'People refused this call for good. Do not make it again.',
};

/** For a tool that ran. */
export const LOST: Record<'too_large' | 'unsafe_number', string> = {
  too_large: 'The tool ran. Its result is too large to keep, so it is lost.',
  unsafe_number:
    'The tool ran. A number in its result has more digits than can be passed on exactly, so the result is lost.',
};

function reasonFor(refusal: Refusal): string {
  const { argument, limit, expected } = { argument: '', limit: '', expected: [], ...refusal };
  // Names of arguments come from the model. Only what a name needs is repeated.
  const name = argument.replace(/[^A-Za-z0-9_.-]/g, '?').slice(0, 64);
  const type = expected.map((each) => TYPES[each]).join(' or ');
  return REFUSED[refusal.kind]
    .replace('LIMIT', String(limit))
    .replace('TYPE', type)
    .replace('ARGUMENT', () => `\`${name}\``);
}

const TYPES: Record<PlainType, string> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const REFUSED: Record<Refusal['kind'], string> = {
  no_rule: 'No rule of this gate allows this tool with these arguments.',
  undecided: 'A rule of this gate needs ARGUMENT as TYPE. Send it with this type.',
  broken_rule: 'A rule of this gate does not fit the tools that it is about. An admin can see why.',
  unlisted: 'The gate does not know yet whose tool this is. Try again later.',
  not_shown: 'People would not be shown the argument ARGUMENT. Leave it out, or ask an admin for a rule that shows it.',
  too_long: 'ARGUMENT is longer than LIMIT characters, which is more than people can be shown.',
  unsafe_number: 'The number in ARGUMENT would change on its way. Use a number with fewer digits, or a string.',
  not_text: 'ARGUMENT is not valid text.',
  too_large: 'The arguments are larger than LIMIT KiB, which is more than can be approved.',
  too_many_params: 'The call has more than LIMIT params, which is more than people can be shown.',
  policy: 'The policy of the action refuses this request. An admin can see why.',
  too_many: 'Too many requests are open. Try again when some of them are decided.',
};
