/** What the last key of a request does. */
import { lastKeySentence } from '../../protocol/last-key';
import { type Runner, runnerOf } from '../../protocol/shown/run';
import type { RequestWithView } from './schemas';

export { type Runner, runnerOf };

export function atLastKey(shown: RequestWithView): string {
  return lastKeySentence(runnerOf(shown), shown.view.integration);
}
