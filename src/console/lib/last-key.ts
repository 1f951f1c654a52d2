/** What the last key of a request does, in the one sentence that the page and its dialog use. */
import { ADMIN_ACTION } from './changes';
import type { RequestWithView } from './schemas';

/** Who acts once the keys are complete. */
export type Runner = 'service' | 'integration' | 'worker' | 'program';

export function runnerOf({ request, view }: RequestWithView): Runner {
  if (request.action === ADMIN_ACTION) return 'service';
  if (view.integration !== null) return 'integration';
  return view.has_intent ? 'worker' : 'program';
}

export function atLastKey(shown: RequestWithView): string {
  return SENTENCES[runnerOf(shown)](shown.view.integration ?? '');
}

const SENTENCES: Readonly<Record<Runner, (integration: string) => string>> = {
  service: () => 'The service makes exactly this change.',
  integration: (name) => `The integration “${name}” is called at once.`,
  worker: () => 'Your worker runs the sealed call.',
  program: () => 'The program that requested it acts on the answer.',
};
