/** Displays that a worker pins: people must have been shown exactly what the worker itself renders for the call. */
import { type Display, displayProblems, displayText, parseDisplay } from '../protocol/display/display';
import { render } from '../protocol/display/render';
import { shownText, titleText } from '../protocol/display/text';
import { FILE, fileOf } from '../protocol/statements/proof-files';
import type { AuthorizationRequest, Proof } from './types';

export type { Display };

/** By action. Requests of other actions are not checked. */
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

/** For the log: the title that the pinned display gives the request. Nothing for requests of other actions. */
export function titleIn(displays: PinnedDisplays | undefined, { action, params }: AuthorizationRequest) {
  const display = pinnedFor(displays, action);
  return display === null ? {} : { title: titleText(render(display, params)) };
}

/** Why the lines that people were shown differ from the pinned display; null if they do not. */
export function displayFaultOf({ files }: Proof, { params }: AuthorizationRequest, display: Display): string | null {
  if (!Object.hasOwn(files, FILE.shown)) return 'people were shown this without a display, and this worker pins one';
  const same = fileOf(files, FILE.shown) === shownText(render(display, params));
  return same ? null : 'people were shown other lines than this worker renders';
}
