/** Writes what an edit of the configuration decided. Every write needs a permit. */

import type { Writable, WriteOf } from '../../core/configuration/declaration';
import type { Journaled } from '../../core/configuration/items';
import type { Settings } from '../../core/configuration/setting';
import type { OrgId } from '../../protocol/identifiers';
import type { ChangeStore, ChatStore, ConfigStore, Pause, Permit, Random } from '../ports';

/** Writes one edit, in as many attempts as it needs. */
interface Writing<Kind extends keyof Writable> {
  /** `refused`: the permit is no longer valid. */
  readonly save: (write: WriteOf<Kind>, attempt: number) => Promise<'saved' | 'conflict' | 'refused'>;
  /** What is stored in its place. Null if nothing is, or the store itself recognizes a write that it has. */
  readonly stored: (write: WriteOf<Kind>) => Promise<Journaled | readonly Journaled[] | null>;
}

type Writer<Kind extends keyof Writable, Deps> = (deps: Deps, org: OrgId, permit: Permit) => Writing<Kind>;

interface WithConfig {
  readonly config: ConfigStore;
}
interface WithChat {
  readonly chatStore: ChatStore;
}
interface WithChanges {
  readonly random: Random;
  readonly pause: Pause;
  readonly changes: Pick<ChangeStore, 'write'>;
}

const WRITERS = {
  operator: ({ config }: WithConfig, org, permit) => ({
    save: ({ item, options }) => config.saveOperator(item, permit, options),
    stored: ({ item }) => config.operator(org, item.id),
  }),
  operators: ({ config }: WithConfig, org, permit) => ({
    save: ({ item, options }) => config.saveNewOperators(item, permit, options),
    stored: async ({ item }) => sameIds(item, await config.operators(org)),
  }),
  key: ({ config }: WithConfig, org, permit) => ({
    save: ({ item }) => config.saveApiKey(item, permit),
    stored: ({ item }) => config.apiKey(org, item.id),
  }),
  endpoint: ({ config }: WithConfig, org, permit) => ({
    save: ({ item }) => config.saveEndpoint(item, permit),
    stored: ({ item }) => config.endpoint(org, item.id),
  }),
  setting: ({ config }: WithConfig, org, permit) => ({
    save: ({ name, item }) => config.saveSetting(name as keyof Settings, item as Settings[keyof Settings], permit),
    stored: ({ name }) => config.setting(org, name as keyof Settings),
  }),
  action: ({ config }: WithConfig, org, permit) => ({
    save: ({ item }) => config.saveAction(org, item, permit),
    stored: ({ item }) => config.action(org, item.policy.id),
  }),
  group: ({ config }: WithConfig, org, permit) => ({
    save: ({ item }) => config.saveGroup(item, permit),
    stored: ({ item }) => config.group(org, item.id),
  }),
  identities: ({ config }: WithConfig, org, permit) => ({
    save: ({ item, struck }) => config.saveIdentities(item, struck === null ? null : { operator: struck, permit }),
    stored: async ({ item }) => sameIds(item, await config.identities(org)),
  }),
  chat: ({ chatStore }: WithChat, org, permit) => ({
    save: ({ item }) => chatStore.save(item, permit),
    stored: () => chatStore.load(org),
  }),
  request: ({ random, pause, changes }: WithChanges, _org, permit) => {
    const writeId = random.hex(12);
    return {
      save: async ({ item }, attempt) => {
        const written = await changes.write(item, permit, writeId);
        if (written.kind === 'saved') return 'saved';
        // The rule has begun since it was read. The admin repeats the edit, and it then waits.
        if (written.kind === 'base_moved') return 'refused';
        await pause.beforeRetry(attempt);
        return 'conflict';
      },
      stored: async () => null,
    };
  },
} satisfies { readonly [Kind in keyof Writable]: Writer<Kind, never> };

const sameIds = <T extends { readonly id: string }>(items: readonly T[], all: readonly T[]): T[] =>
  items.flatMap(({ id }) => all.find((one) => one.id === id) ?? []);

/** What the writers of these kinds need. */
export type WriterDeps<Kind> = {
  [Each in Kind & keyof Writable]: Parameters<(typeof WRITERS)[Each]>[0];
}[Kind & keyof Writable];

export const writerOf = <Kind extends keyof Writable>(kind: Kind) => WRITERS[kind] as unknown as Writer<Kind, unknown>;
