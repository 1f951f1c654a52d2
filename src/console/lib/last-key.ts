/** What the last key of a request does. */
import { lastKeySentence, type Runner } from '../../protocol/last-key';
import { ADMIN_ACTION } from './changes';
import type { RequestWithView } from './schemas';

export type { Runner };

export function runnerOf({ request, view }: RequestWithView): Runner {
  if (request.action === ADMIN_ACTION) return 'service';
  if (view.integration !== null) return 'integration';
  return view.has_intent ? 'worker' : 'program';
}

export function atLastKey(shown: RequestWithView): string {
  return lastKeySentence(runnerOf(shown), shown.view.integration);
}
