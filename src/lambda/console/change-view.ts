/** A change of the configuration that waits for another admin, as the call that made it answers. */

import type { components } from '../../../generated/console';
import type { Clock } from '../../app/ports';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../core/administration/change';
import { eligible } from '../../core/ceremony/standing';
import type { Request } from '../../core/request/request';
import { reply } from '../http/answer';

export function changeAnswer({ clock }: { readonly clock: Clock }, request: Request) {
  return reply(202, { server_now: Math.max(clock.nowMs(), request.createdAtMs), change: changeView(request) });
}

function changeView(request: Request): components['schemas']['Change'] {
  const { [TITLE_PARAM]: title = '', [DOCUMENT_PARAM]: _digest, ...differences } = request.params;
  return {
    id: request.id,
    title,
    differences: Object.entries(differences).map(([field, text]) => ({ field, text })),
    waiting_for: eligible(request),
    expires_at: request.expiresAtMs,
  };
}
