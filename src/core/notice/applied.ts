/** The result of a change of the configuration after its verdict. */
import { KEY_TITLE, ROTATE_TITLE } from '../access/edits/new-token';
import { COLLECT_WITHIN_MS, TITLE_PARAM } from '../administration/change';
import { whyNotApplied } from '../administration/refusals';
import { isAdministrative } from '../request/administrative';
import type { Request } from '../request/request';

export interface Applied {
  /** `open`: the requester has not collected the token yet, which makes the API key. */
  readonly state: 'made' | 'open' | 'not made';
  readonly text: string;
}

const COLLECT_WITHIN = `${COLLECT_WITHIN_MS / 3600_000} hours`;

/** Null if the request is not a change of the configuration or was not approved. */
export function applied(request: Request): Applied | null {
  if (!isAdministrative(request)) return null;
  if (request.state === 'failed')
    return { state: 'not made', text: `The change was not made: ${whyNotApplied(request.reason)}` };
  if (request.state !== 'succeeded') return null;
  const title = request.params[TITLE_PARAM];
  if (title !== KEY_TITLE && title !== ROTATE_TITLE) return { state: 'made', text: 'The change is in effect.' };
  const text = `The admin who requested the ${title === KEY_TITLE ? 'key' : 'token'} makes it by collecting ${title === KEY_TITLE ? 'its' : 'the'} token, within ${COLLECT_WITHIN}.`;
  return { state: 'open', text };
}
