/** The sentence that says what the last key of a request causes. The page, the dialog and the mail use the same one. */

/** Who acts after the last key. */
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
