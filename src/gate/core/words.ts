/** Every sentence that reaches a model. Nothing that an agent or a person wrote is in one, except names of arguments. */
import type { CallState, NotRun, Refusal } from './types';

/** For the status of an open call. */
export function statusOf(state: Extract<CallState, { kind: 'waiting' | 'running' }>): string {
  if (state.kind === 'running') return 'Approved. The tool is running.';
  return state.aKeyIsTurned ? 'A key is turned. Waiting for more keys.' : 'Waiting for keys.';
}

/** For a call that did not run. */
export function reasonNotRun(why: NotRun): string {
  return `The tool did not run. ${NOT_RUN[why]}`;
}

const NOT_RUN: Record<NotRun, string> = {
  denied: 'People refused this call. Do not repeat it unless you are told to.',
  expired: 'Nobody approved this call in time.',
  aborted: 'The request was withdrawn.',
  cancelled: 'The call was cancelled.',
  late: 'The call was approved, but it could not be made in time.',
  changed: 'The tool or the rules have changed since people were asked. A new call needs a new approval.',
};

export const UNCERTAIN =
  'The outcome is unknown: the tool may have run. It will not be run again. Check what it changed before you go on.';

export const TOO_LARGE = 'The tool ran. Its result is too large to keep, so it is lost.';

/** For a call that was not proposed. */
export function reasonFor(refusal: Refusal): string {
  return `The tool did not run. ${refusalIn(refusal)}`;
}

function refusalIn(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'no_rule':
      return 'No rule of this gate allows this tool with these arguments.';
    case 'not_shown':
      return `People would not be shown the argument \`${name(refusal.argument)}\`. Leave it out, or ask an admin for a rule that shows it.`;
    case 'too_long':
      return `\`${name(refusal.argument)}\` is longer than ${refusal.limit} characters, which is more than people can be shown.`;
    case 'unsafe_number':
      return `The number in \`${name(refusal.argument)}\` would change on its way. Use a number with fewer digits, or a string.`;
    case 'not_text':
      return `\`${name(refusal.argument)}\` is not valid text.`;
    case 'too_large':
      return 'The arguments are too large to be approved.';
    case 'policy':
      return 'The policy of the action refuses this request. An admin can see why.';
    case 'too_many':
      return 'Too many requests are open. Try again when some of them are decided.';
  }
}

/** Names of arguments come from the model. Only what a name needs is repeated. */
const name = (text: string): string => text.replace(/[^A-Za-z0-9_.-]/g, '?').slice(0, 64);
