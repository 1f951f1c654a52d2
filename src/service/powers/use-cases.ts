/** Who can make the actions of an organization happen, now or after a change: getPowers (docs/decisions/powers.md). */

import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import type { PasskeyStore } from '../access/ports';
import { CHANGES_TURN } from '../access/rules/signed-changes';
import type { ChangeStore } from '../administration/ports';
import { approvedDocument } from '../administration/rules/change';
import type { Edit } from '../administration/rules/edits';
import type { ConfigStore } from '../configuration/ports';
import type { Organization } from '../policy/rules/organization';
import { liveGroups } from '../policy/use-cases/read-groups';
import type { RequestStore } from '../request/ports';
import { isAdministrative } from '../request/rules/administrative';
import type { Clock } from '../system/ports';
import { afterEdit, organizationOf } from './rules/after';
import { type ActionAnswer, answersFor, type CaseAnswer } from './rules/answer';

export interface ReadPowersDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'operators' | 'ruleBegan' | 'setting' | 'actions' | 'groups' | 'apiKeys'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'bootstrap'>;
}

export interface Powers {
  readonly organization: Organization;
  readonly actions: readonly (Omit<ActionAnswer, 'cases'> & { readonly cases: readonly JudgedCase[] })[];
}

export interface JudgedCase extends CaseAnswer {
  /** With a change: the people who alone can do it after the change and cannot now. */
  readonly newlyAlone: readonly OperatorId[];
}

export async function readPowers(deps: ReadPowersDeps, org: OrgId, edit: Edit | null = null): Promise<Powers> {
  return powersAfter(await readOrganization(deps, org), edit, deps.clock.nowMs());
}

/** With an edit: what it would leave, compared with what there is now. */
export function powersAfter(now: Organization, edit: Edit | null, nowMs: number): Powers {
  const organization = edit === null ? now : afterEdit(now, edit, nowMs);
  const before = edit === null ? null : new Set(answersFor(now).flatMap((answer) => aloneIn(now, answer)));
  const actions = answersFor(organization).map((answer) => ({
    ...answer,
    cases: answer.cases.map((each) => {
      const alone = each.alone.map(({ people }) => people[0]!.id);
      const isNew = (id: OperatorId) => before !== null && !before.has(nameOf(organization, answer, each, id));
      return { ...each, newlyAlone: alone.filter(isNew) };
    }),
  }));
  return { organization, actions };
}

const aloneIn = (organization: Organization, answer: ActionAnswer): string[] =>
  answer.cases.flatMap((each) => each.alone.map(({ people }) => nameOf(organization, answer, each, people[0]!.id)));

/** A rule is the same before and after a change if its conditions are the same. */
function nameOf({ policies }: Organization, { action }: ActionAnswer, { rule }: CaseAnswer, id: OperatorId): string {
  const policy = policies.find((each) => each.id === action);
  return JSON.stringify([action, rule === null ? null : policy?.paramRules[rule]?.when, id]);
}

async function readOrganization({ clock, config, passkeys }: ReadPowersDeps, org: OrgId): Promise<Organization> {
  const [operators, ruleBegan, turn, bootstrap, all, actions, groups, keys] = await Promise.all([
    config.operators(org),
    config.ruleBegan(org),
    config.setting(org, CHANGES_TURN),
    passkeys.bootstrap(org),
    passkeys.ofOrganization(org),
    config.actions(org),
    liveGroups(config, org),
    config.apiKeys(org),
  ]);
  const policies = actions.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ policy }) => policy);
  const stored = { operators, ruleBegan, changesTurn: turn?.turn ?? 'code', bootstrap, passkeys: all, policies };
  return organizationOf({ ...stored, groups, keys }, clock.nowMs());
}

/** The edit of a change that waits or waited. Null if there is no such change. */
export async function editOfChange(
  { requests, changes }: { readonly requests: Pick<RequestStore, 'load'>; readonly changes: ChangeStore },
  org: OrgId,
  id: RequestId,
): Promise<Edit | null> {
  const [loaded, text] = await Promise.all([requests.load(org, id), changes.document(org, id)]);
  if (loaded === null || !isAdministrative(loaded.request)) return null;
  return approvedDocument(loaded.request, text)?.edit ?? null;
}
