/** Groups of operators: list, set, delete (docs/decisions/groups.md). */

import type { components } from '../../../generated/console';
import type { OrgId } from '../../protocol/identifiers';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import { affectedBy, type Group, idsOf, isMemberAt, type Membership } from '../../service/policy/rules/groups';
import type { Policy } from '../../service/policy/rules/policy';
import { liveGroups } from '../../service/policy/use-cases/read-groups';
import { invalid, notFound, reply } from '../http/answer';
import { parseId } from '../http/ids';
import { invalidPolicy } from './actions';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { edit } from './edit';
import { pageByPlace, pageQuery, withCursor } from './paging';
import { conflict } from './problems';

type Schemas = components['schemas'];

const NO_SUCH_GROUP = notFound('There is no such group in this organization.');
const INVALID_GROUP_ID = invalid(
  'The group id is not valid. Use "grp_" and 1 to 40 lower-case letters, digits, "_" and "-", starting with a letter or digit.',
);

export function createGroupHandlers(deps: ConfigurationDeps) {
  return {
    listGroups: (call) => withCursor(() => list(deps, call)),
    putGroup: (call) => put(deps, call),
    deleteGroup: (call) => remove(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function list(
  deps: ConfigurationDeps,
  { principal, query }: ConsoleCall<'listGroups'>,
): ConsoleReply<'listGroups'> {
  const { org } = await signedIn(principal);
  const [groups, policies] = await Promise.all([liveGroups(deps.config, org), livePolicies(deps, org)]);
  const page = pageByPlace(groups, ({ id }) => [0, id], pageQuery(query));
  const nowMs = deps.clock.nowMs();
  return reply(200, {
    server_now: nowMs,
    groups: page.items.map((group) => groupView(group, policies, nowMs)),
    cursor: page.cursor,
  });
}

async function put(
  deps: ConfigurationDeps,
  { principal, path, body }: ConsoleCall<'putGroup'>,
): ConsoleReply<'putGroup'> {
  const { org } = await signedIn(principal);
  const id = parseId('group', path.id);
  if (id === null) return INVALID_GROUP_ID;
  const members = body.members.map(membershipOf).filter((member) => member !== null);
  const group = { id, name: body.name, members };
  return edit(
    deps,
    principal,
    { kind: 'put_group', group, ifRevision: body.if_revision ?? null },
    {
      made: async (stored) => {
        const nowMs = deps.clock.nowMs();
        const policies = await livePolicies(deps, org);
        return reply(200, { server_now: nowMs, group: groupView(stored, policies, nowMs) });
      },
      refused: {
        invalid_group: ({ problems }) => invalidPolicy(problems),
        version_moved: ({ current }) =>
          conflict(`This edit was made from another revision. The current revision is ${current}.`),
      },
    },
  );
}

async function remove(
  deps: ConfigurationDeps,
  { principal, path }: ConsoleCall<'deleteGroup'>,
): ConsoleReply<'deleteGroup'> {
  const id = parseId('group', path.id);
  if (id === null) return NO_SUCH_GROUP;
  return edit(
    deps,
    principal,
    { kind: 'delete_group', id },
    {
      made: () => reply(200, { server_now: deps.clock.nowMs() }),
      refused: {
        not_found: () => NO_SUCH_GROUP,
        group_in_use: ({ actions }) =>
          conflict(`These actions name the group: ${actions.join(', ')}. Remove it from their policies first.`),
      },
    },
  );
}

async function livePolicies(deps: ConfigurationDeps, org: OrgId): Promise<Policy[]> {
  const actions = await deps.config.actions(org);
  return actions.filter(({ deletedAtMs }) => deletedAtMs === null).map(({ policy }) => policy);
}

/** The document allows only ids that operators can have. */
function membershipOf({ operator: text, starts_at, ends_at }: Schemas['Membership']): Membership | null {
  const operator = parseId('operator', text);
  return operator === null ? null : { operator, startsAtMs: starts_at ?? null, endsAtMs: ends_at ?? null };
}

function groupView(
  { id, name, revision, members, updatedAtMs }: Group,
  policies: readonly Policy[],
  nowMs: number,
): Schemas['Group'] {
  return {
    id,
    name,
    revision,
    members: members.map((member) => ({
      operator: member.operator,
      starts_at: member.startsAtMs,
      ends_at: member.endsAtMs,
      counts: isMemberAt(member, nowMs),
    })),
    actions: idsOf(affectedBy(id, policies)),
    updated_at: updatedAtMs,
  };
}
