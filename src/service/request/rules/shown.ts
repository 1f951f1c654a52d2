/** What people are shown of a request whose action has a display (docs/decisions/displays.md). */
import { type Display, displayText } from '../../../protocol/display/display';
import { type Params, render, type Shown } from '../../../protocol/display/render';
import { shownText } from '../../../protocol/display/text';
import type { ShownDigests } from '../../../protocol/statements/texts';
import { statementHash } from '../../../protocol/statements/turn';
import type { Request } from './request';

/** Fixed when the request is created. */
export const digestsOf = (display: Display, params: Params): ShownDigests => ({
  display: statementHash(displayText(display)),
  shown: statementHash(shownText(render(display, params))),
});

/** The lines of a request. Throws if the display is not the one under which the request was created. */
export function shownOf({ id, digests, params }: Request, display: Display): Shown {
  if (digests?.display !== statementHash(displayText(display))) throw new Error(`request ${id}: not its own display`);
  return render(display, params);
}
