/** A configuration item holds the edit, its pending audit entries and its check. */
import type { Journaled, PendingRevision } from '../../service/configuration/rules/items';
import { CHECK_AFTER_MS } from '../../service/request/rules/limits';
import type { Item } from './items';
import { type ConfigKind, configKey, dueShardOf, type Key } from './keys';

export function toConfigItem<T extends Journaled & { readonly org: string }>(
  kind: ConfigKind,
  id: string,
  value: T,
): Item {
  const { journal, revision, org, ...body } = value;
  const key = configKey(org, kind, id);
  return { ...key, org, subject: id, body: JSON.stringify(body), ...journalAttributes(key, revision, journal) };
}

function journalAttributes(key: Key, revision: number, journal: readonly PendingRevision[]): Item {
  const entries = journal.flatMap((revision) => revision.entries);
  const latest = Math.max(...entries.map((entry) => entry.at));
  return {
    revision,
    journal: journal.map(packPendingRevision),
    ...(entries.length === 0 ? {} : { due_pk: dueShardOf(key), due_at: latest + CHECK_AFTER_MS }),
  };
}

export function fromConfigItem<T extends Journaled>(item: Item): T {
  return {
    ...(JSON.parse(item.body as string) as object),
    org: item.org,
    revision: item.revision,
    journal: journalOf(item),
  } as unknown as T;
}

export function journalOf(item: Item): PendingRevision[] {
  return ((item.journal as string[] | undefined) ?? []).map((text) => {
    const { revision, facts } = JSON.parse(text) as StoredRevision;
    return { revision, entries: facts };
  });
}

/** The stored form of a revision. */
interface StoredRevision {
  readonly revision: number;
  readonly facts: PendingRevision['entries'];
}

export function packPendingRevision({ revision, entries }: PendingRevision): string {
  return JSON.stringify({ revision, facts: entries } satisfies StoredRevision);
}
