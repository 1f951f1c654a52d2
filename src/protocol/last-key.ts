/** The sentence that says what the last key of a request causes. The page, the dialog and the mail use the same one. */

/** Who acts after the last key. */
export type Runner = 'service' | 'integration' | 'worker' | 'program';

export function lastKeySentence(runner: Runner, integration: string | null): string {
  return SENTENCES[runner](integration ?? '');
}

/** What can still be done after the last key, and by whom (docs/decisions/stop.md). */
export const afterLastKey = (runner: Runner): string => AFTER[runner];

const WHO_STOPS = 'The requester, the operators who were asked and every admin';

const AFTER: Readonly<Record<Runner, string>> = {
  service: 'This change cannot be stopped. To undo it, an admin makes another change.',
  integration: `${WHO_STOPS} can still stop it, but a call that has begun may succeed.`,
  worker: `${WHO_STOPS} can still stop it, but a worker that has claimed it may run it.`,
  program: 'The service cannot stop it afterwards. Only that program can.',
};

const SENTENCES: Readonly<Record<Runner, (integration: string) => string>> = {
  service: () => 'The service makes exactly this change.',
  integration: (name) => `The integration “${name}” is called at once.`,
  worker: () => 'Your worker runs the sealed call.',
  program: () => 'The program that requested it acts on the answer.',
};
