/** The I/O of the edits of actions and groups. */
import { ACTION, GROUPS, PLATFORM_ACTIONS } from '../../core/policy/edits/action';
import { GROUP } from '../../core/policy/edits/group';
import type { Group } from '../../core/policy/groups';
import type { PlatformActions } from '../../core/policy/platform-actions';
import type { StoredPolicy } from '../../core/policy/stored-policy';
import { reader, type WithConfig, writer } from '../configuration/parts-of-edits';
import { baseGroup, everyGroupFor } from './read-groups';

export const READERS = [
  reader(ACTION, ({ config }: WithConfig, org, id) => config.action(org, id)),
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
