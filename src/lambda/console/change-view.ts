/**
 * Views of a change of the configuration that waits for another admin: a short one for the call that made it, and a
 * full one.
 */

import type { components } from '../../../generated/console';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../protocol/change-request';
import type { ReadChange } from '../../service/administration/use-cases/read-change';
import { eligible } from '../../service/ceremony/rules/standing';
import { asPeopleSay } from '../../service/policy/rules/differences';
import { asDeclared, type PlatformActions } from '../../service/policy/rules/platform-actions';
import type { Request } from '../../service/request/rules/request';
import type { Clock } from '../../service/system/ports';
import { reply } from '../http/answer';
import type { DeepReadonly } from '../http/typed';
import { policyBody } from './policy-view';

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

export function detailView(
  { request, edit, effect, isMoved, before, fields, policy: lines }: ReadChange,
  platformActions: PlatformActions,
): DeepReadonly<components['schemas']['ChangeDetail']> {
  const policy = edit.kind === 'put_action' ? edit.policy : null;
  return {
    id: request.id,
    title: request.policy.title,
    action: policy?.id ?? null,
    effect,
    base_moved: isMoved,
    before: before === null ? null : policyBody(asDeclared(before, platformActions)),
    after: policy === null ? null : policyBody(policy),
    fields,
    policy: lines.map(asPeopleSay),
  };
}
