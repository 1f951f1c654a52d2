/** Displays that a worker pins: what people were shown must be what the worker would show them of the same call. */
import { type Display, displayProblems, displayText, parseDisplay } from '../protocol/display/display';
import { render } from '../protocol/display/render';
import { shownText, titleText } from '../protocol/display/text';
import { FILE, fileOf } from '../protocol/statements/proof-files';
import type { AuthorizationRequest, Proof } from './types';

export type { Display };

/** By action. A request of another action is not concerned. */
export type PinnedDisplays = Readonly<Record<string, Display>>;

/** Throws TypeError if no request could ever be shown like that. */
export function assertDisplays(displays: PinnedDisplays): void {
  for (const [action, display] of Object.entries(displays)) {
    const problems =
      parseDisplay(displayText(display)) === null ? ['it is not the form of a display'] : displayProblems(display);
    if (problems.length > 0) throw new TypeError(`\`displays\` for ${JSON.stringify(action)}: ${problems.join('; ')}.`);
  }
}

export const pinnedFor = (displays: PinnedDisplays | undefined, action: string): Display | null =>
  displays !== undefined && Object.hasOwn(displays, action) ? displays[action]! : null;

/** For the log: the title of the pinned display. Nothing of a request of another action. */
export function titleIn(displays: PinnedDisplays | undefined, { action, params }: AuthorizationRequest) {
  const display = pinnedFor(displays, action);
  return display === null ? {} : { title: titleText(render(display, params)) };
}

/** Why people were shown something else than the worker would show them; null if they were not. */
export function displayFaultOf({ files }: Proof, { params }: AuthorizationRequest, display: Display): string | null {
  if (!Object.hasOwn(files, FILE.shown)) return 'people were shown this without a display, and this worker pins one';
  const same = fileOf(files, FILE.shown) === shownText(render(display, params));
  return same ? null : 'people were shown other lines than this worker renders';
}
