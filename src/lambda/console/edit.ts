/**
 * Edits of the configuration for all handlers: the use case decides, and this makes the answer, or the view of the change
 * that waits for another admin (docs/decisions/four-eyes.md).
 */

import type { components } from '../../../generated/console';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../protocol/change-request';
import type { AnyEdit, EditKind, EditOf, WaitingKind } from '../../service/administration/rules/edits';
import {
  type ByOperator,
  type ConfigurationDeps,
  changeConfiguration,
  type Refused,
} from '../../service/administration/use-cases/change-configuration';
import type { Made } from '../../service/administration/use-cases/make-edit';
import type { ReadChange } from '../../service/administration/use-cases/read-change';
import { eligible } from '../../service/ceremony/rules/requirements';
import { asPeopleSay } from '../../service/policy/rules/differences';
import { asDeclared, type PlatformActions } from '../../service/policy/rules/policy';
import type { Request } from '../../service/request/rules/request';
import type { Clock } from '../../service/system/ports';
import { reply } from '../http/answer';
import type { DeepReadonly } from '../http/typed';
import type { ConsolePrincipal } from './authenticate';
import { signedIn } from './caller';
import { policyBody } from './policy-view';
import { EDITED_MEANWHILE, NO_SECOND_ADMIN, SIGN_IN_AGAIN, TOO_MANY_CHANGES } from './problems';

/** Refusals that every edit answers in the same way. */
const COMMON = {
  edited_meanwhile: () => EDITED_MEANWHILE,
  no_second_admin: () => NO_SECOND_ADMIN,
  sign_in_again: () => SIGN_IN_AGAIN,
  too_many_changes: () => TOO_MANY_CHANGES,
};

type Common<Kind extends EditKind> = ReturnType<(typeof COMMON)[keyof typeof COMMON & Refused<Kind>['reason']]>;

/** The answer to each other refusal. A new refusal does not compile until it is listed here. */
type Problems<Kind extends EditKind> = {
  readonly [Reason in Exclude<Refused<Kind>['reason'], keyof typeof COMMON>]: (
    refusal: Extract<Refused<Kind>, { readonly reason: Reason }>,
  ) => unknown;
};
type AnyProblems = Readonly<Record<string, (refusal: Refused<EditKind>) => unknown>>;
type Returned<F> = F extends (refusal: never) => infer Problem ? Problem : never;
type ProblemOf<P> = Returned<P[keyof P]>;

export interface Answers<Kind extends EditKind, Reply, P> {
  readonly made: (value: Made<Kind>, who: ByOperator) => Reply;
  readonly refused: P;
}

type Change = ReturnType<typeof changeAnswer>;

export async function edit<Kind extends EditKind, Reply, P extends Problems<Kind>>(
  deps: ConfigurationDeps,
  principal: ConsolePrincipal,
  edit: EditOf<Kind> & { readonly kind: Kind },
  answers: Answers<Kind, Reply, P>,
): Promise<Awaited<Reply> | ProblemOf<P> | Common<Kind> | (Kind extends WaitingKind ? Change : never)>;
export async function edit(
  deps: ConfigurationDeps,
  principal: ConsolePrincipal,
  edit: AnyEdit,
  { made, refused }: Answers<EditKind, unknown, AnyProblems>,
): Promise<unknown> {
  const { org, operator: by, session } = await signedIn(principal);
  const who = { org, by, session };
  const changed = await changeConfiguration<EditKind>(deps, who, edit);
  if (!changed.ok) {
    const problems: AnyProblems = { ...COMMON, ...refused };
    return problems[changed.error.reason]!(changed.error);
  }
  return changed.value.kind === 'proposed' ? changeAnswer(deps, changed.value.request) : made(changed.value.value, who);
}

/** For the call that made the change. */
function changeAnswer({ clock }: { readonly clock: Clock }, request: Request) {
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

const NO_WORDS = { before: null, after: [] } as const;

/** The change with everything that the admin who decides about it needs. */
export function detailView(
  { request, edit, effect, isMoved, before, fields, heaviest, policy: lines }: ReadChange,
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
    heaviest:
      heaviest === null ? null : { field: heaviest, called: asPeopleSay({ ...NO_WORDS, field: heaviest }).field },
    policy: lines.map(asPeopleSay),
  };
}
