/** Configuration items: the edit, what it owes the audit chain, and the check that sees it recorded, in one item. */
import type { ConfigRecord, Journaled } from '../../core/config/config';
import { CHECK_AFTER_MS } from '../../core/request/limits';
import { type ConfigKind, configKey, dueShardOf, type Key } from './keys';
import type { Item } from './request-item';

/** `nowMs` of an edit is the latest fact's; an edit always has one. */
export function toConfigItem<T extends Journaled & { readonly org: string }>(
  kind: ConfigKind,
  id: string,
  value: T,
): Item {
  const { journal, revision, org, ...body } = value;
  const key = configKey(org, kind, id);
  return { ...key, org, subject: id, body: JSON.stringify(body), ...journalAttributes(key, revision, journal) };
}

export function journalAttributes(key: Key, revision: number, journal: readonly ConfigRecord[]): Item {
  const facts = journal.flatMap((record) => record.facts);
  const latest = Math.max(...facts.map((fact) => fact.at));
  return {
    revision,
    journal: journal.map((record) => JSON.stringify(record)),
    ...(facts.length === 0 ? {} : { due_pk: dueShardOf(key), due_at: latest + CHECK_AFTER_MS }),
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

export function journalOf(item: Item): ConfigRecord[] {
  return ((item.journal as string[] | undefined) ?? []).map((record) => JSON.parse(record) as ConfigRecord);
}
