/** The result of a change of the configuration after its verdict. */
import { COLLECT_WITHIN_MS } from '../../administration/rules/change';
import { whyNotApplied } from '../../administration/rules/refusals';
import { isAdministrative } from '../../request/rules/administrative';
import type { Request } from '../../request/rules/request';
import { collectedBy } from '../../request/rules/requested-change';

export interface Applied {
  /** `open`: the requester has not collected the token yet, which makes the API key. */
  readonly state: 'made' | 'open' | 'not made';
  readonly text: string;
}

const COLLECT_WITHIN = `${COLLECT_WITHIN_MS / 3600_000} hours`;

const COLLECTING = {
  create_key: 'key makes it by collecting its',
  rotate_key: 'token makes it by collecting the',
} as const;

/** Null if the request is not a change of the configuration or was not approved. */
export function applied(request: Request): Applied | null {
  if (!isAdministrative(request)) return null;
  if (request.state === 'failed')
    return { state: 'not made', text: `The change was not made: ${whyNotApplied(request.reason)}` };
  if (request.state !== 'succeeded') return null;
  const collected = request.change === undefined ? null : collectedBy(request.change);
  if (collected === null) return { state: 'made', text: 'The change is in effect.' };
  return {
    state: 'open',
    text: `The admin who requested the ${COLLECTING[collected]} token, within ${COLLECT_WITHIN}.`,
  };
}
