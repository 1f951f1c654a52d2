/**
 * The only use case that edits the configuration. It decides whether an edit is refused, waits for a second admin or is
 * made now, and it records every edit (docs/decisions/four-eyes.md).
 */

import { person } from '../../../protocol/actor';
import type { OperatorId, OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { PasskeyStore, Session, SessionStore } from '../../access/ports';
import { isFreshSignIn } from '../../access/rules/fresh-sign-in';
import { changesTurn } from '../../access/use-cases/signed-changes';
import type { ChatStore } from '../../chat/ports';
import type { CodeKeys, ConfigStore, Permit, SecretBox } from '../../configuration/ports';
import type { Refusal } from '../../configuration/rules/declaration';
import { isRuleOn } from '../../configuration/rules/two-admins';
import { permit } from '../../configuration/use-cases/permit';
import type { DeliveryStore } from '../../delivery/ports';
import type { EventsQueue } from '../../delivery/use-cases/hand-over';
import type { PlatformActions } from '../../policy/rules/policy';
import type { WebhookSender } from '../../receiver/ports';
import type { RequestStore } from '../../request/ports';
import type { Request } from '../../request/rules/request';
import type { Clock, Pause, Random } from '../../system/ports';
import type { ChangeStore } from '../ports';
import {
  type AnyEdit,
  bound,
  type EditKind,
  type EditOf,
  isSensitive,
  isSignInJudged,
  mayWait,
  needsFreshSignIn,
  revisionOf,
  type WaitingKind,
} from '../rules/edits';
import { editSubject } from '../rules/proposed-change';
import { noteRefusal } from './incidents';
import { type Made, type MakeRefusal, makeEdit } from './make-edit';
import { type ProposalRefusal, proposeEdit } from './propose-edit';
import { readBase } from './read-base';

/** Everything that making an edit needs, and what decides whether it waits. */
export interface ConfigurationDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly pause: Pause;
  readonly config: ConfigStore;
  readonly changes: ChangeStore;
  readonly requests: RequestStore;
  readonly passkeys: PasskeyStore;
  readonly sessions: Pick<SessionStore, 'createSignInLink'>;
  readonly chatStore: ChatStore;
  readonly deliveries: DeliveryStore;
  readonly queues: EventsQueue['queues'];
  readonly codeKeys: CodeKeys;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  readonly platformActions: PlatformActions;
}

export type Refused<Kind extends EditKind> =
  | MakeRefusal<Kind>
  | { readonly reason: 'sign_in_again' }
  | (Kind extends WaitingKind ? ProposalRefusal : never);

export type Changed<Kind extends EditKind> =
  | { readonly kind: 'made'; readonly value: Made<Kind> }
  /** The edit waits for another admin. */
  | (Kind extends WaitingKind ? { readonly kind: 'proposed'; readonly request: Request } : never);

export interface ByOperator {
  readonly org: OrgId;
  readonly by: OperatorId;
  readonly session: Pick<Session, 'createdAtMs' | 'began'>;
}

export async function changeConfiguration<Kind extends EditKind>(
  deps: ConfigurationDeps,
  who: ByOperator,
  edit: EditOf<Kind>,
): Promise<Result<Changed<Kind>, Refused<Kind>>>;
export async function changeConfiguration(
  deps: ConfigurationDeps,
  who: ByOperator,
  edit: AnyEdit,
): Promise<Result<{ readonly kind: string }, Refusal>> {
  const isFresh = isFreshSignIn(who.session, deps.clock.nowMs());
  const { org } = who;
  if (!mayWait(edit)) {
    if (isFresh || !isSignInJudged(edit)) return made(deps, who, edit, permit({ rule: 'safer', revision: null }));
    const base = await readBase(deps, org, bound(edit).reads);
    if (needsFreshSignIn(edit, base, who.by)) return err({ reason: 'sign_in_again' });
    return made(deps, who, edit, permit({ rule: 'safer', revision: revisionOf(edit, base) }));
  }
  const known = { operators: deps.config.operators(org) };
  const [began, operators, turn, base] = await Promise.all([
    deps.config.ruleBegan(org),
    known.operators,
    changesTurn(deps, org),
    readBase(deps, org, bound(edit).reads, known),
  ]);
  if (!isFresh && needsFreshSignIn(edit, base, who.by)) return err({ reason: 'sign_in_again' });
  const waits = isSensitive(edit, base);
  const safer = permit({ rule: 'safer', revision: revisionOf(edit, base) });
  if (!isRuleOn(began, operators)) {
    // Nobody else approves it, so a session alone, which may be stolen, is not enough.
    if (waits && !isFresh) return err({ reason: 'sign_in_again' });
    return made(deps, who, edit, waits ? permit({ rule: 'off' }) : safer);
  }
  const changed = waits
    ? proposed(await proposeEdit(deps, { ...who, edit, base, operators, turn }))
    : await made(deps, who, edit, safer);
  if (!changed.ok) {
    const attempted = { org, by: person(who.by), attempt: edit.kind, subject: editSubject(edit) };
    await noteRefusal(deps, attempted, changed.error.reason);
  }
  return changed;
}

async function made(deps: ConfigurationDeps, { org, by }: ByOperator, edit: AnyEdit, permitted: Permit) {
  const result = await makeEdit<EditKind>(deps, { org, by: person(by) }, edit, permitted);
  return result.ok ? ok({ kind: 'made' as const, value: result.value }) : result;
}

function proposed(result: Result<Request, Refusal>) {
  return result.ok ? ok({ kind: 'proposed' as const, request: result.value }) : result;
}
