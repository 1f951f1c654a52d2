/** The I/O of the edits of actions and groups. */

import { LIVE_ACTIONS } from '../../configuration/rules/declaration';
import { reader, type WithConfig, writer } from '../../configuration/use-cases/parts-of-edits';
import { ACTION, GROUPS, PLATFORM_ACTIONS } from '../rules/edits/action';
import { GROUP } from '../rules/edits/group';
import type { Group } from '../rules/groups';
import type { PlatformActions, StoredPolicy } from '../rules/policy';
import { baseGroup, everyGroupFor } from './read-groups';

export const READERS = [
  reader(ACTION, ({ config }: WithConfig, org, id) => config.action(org, id)),
  reader(LIVE_ACTIONS, async ({ config }: WithConfig, org, ids) => {
    const found = await Promise.all(ids.map((id) => config.action(org, id)));
    return ids.filter((_, index) => found[index]?.deletedAtMs === null);
  }),
  reader(GROUPS, async ({ config }: WithConfig, org, policy, known) => {
    const stored = await known.of(ACTION);
    return everyGroupFor(config, org, policy, ...(stored == null ? [] : [stored.policy]));
  }),
  reader(GROUP, ({ config }: WithConfig, org, id) => baseGroup(config, org, id)),
  reader(
    PLATFORM_ACTIONS,
    async ({ platformActions }: { readonly platformActions: PlatformActions }) => platformActions,
  ),
] as const;

export const writers = () =>
  [
    writer<{ kind: 'action'; item: StoredPolicy }>('action')(({ config }: WithConfig, org, permit) => ({
      save: ({ item }) => config.saveAction(org, item, permit),
      stored: ({ item }) => config.action(org, item.policy.id),
    })),
    writer<{ kind: 'group'; item: Group }>('group')(({ config }: WithConfig, org, permit) => ({
      save: ({ item }) => config.saveGroup(item, permit),
      stored: ({ item }) => config.group(org, item.id),
    })),
  ] as const;
