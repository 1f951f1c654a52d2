/** What the last key of a request does, in the one sentence that its page, its dialog and its mail use. */

/** Who acts once the keys are complete. */
export type Runner = 'service' | 'integration' | 'worker' | 'program';

export function lastKeySentence(runner: Runner, integration: string | null): string {
  return SENTENCES[runner](integration ?? '');
}

const SENTENCES: Readonly<Record<Runner, (integration: string) => string>> = {
  service: () => 'The service makes exactly this change.',
  integration: (name) => `The integration “${name}” is called at once.`,
  worker: () => 'Your worker runs the sealed call.',
  program: () => 'The program that requested it acts on the answer.',
};
