/**
 * Items as a release wrote them, and what it read in them: `test/store/released/<form>.json`, by the form of its requests.
 *
 * A release that changes what is stored records its own beside the earlier ones, from what the deployed bundles wrote:
 * `RECORD_ITEMS=test/store/released/6.json npx jest test/infra/bundles`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataKeyStore } from '../../src/adapters/dynamodb/access/data-key-store';
import { createPasskeyStore } from '../../src/adapters/dynamodb/access/passkey-store';
import { createSessionStore } from '../../src/adapters/dynamodb/access/session-store';
import { createChangeStore } from '../../src/adapters/dynamodb/administration/change-store';
import { createConfigStore } from '../../src/adapters/dynamodb/administration/config-store';
import { createAuditStore } from '../../src/adapters/dynamodb/audit/audit-store';
import type { Tables } from '../../src/adapters/dynamodb/client';
import { createDeliveryStore } from '../../src/adapters/dynamodb/delivery/delivery-store';
import { createNoticeStore } from '../../src/adapters/dynamodb/notice/notice-store';
import { createRequestStore } from '../../src/adapters/dynamodb/request/request-store';
import { kindOf } from './item-kinds';

export type StoredItem = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk?: string };

export interface ReleasedItem {
  readonly kind: string;
  readonly item: StoredItem;
  /** As JSON has it: what the stores of that release read in the item. */
  readonly read: unknown;
}

const FOLDER = join(__dirname, '../store/released');

export function releasedItems(): ReadonlyMap<string, readonly ReleasedItem[]> {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
  return new Map(
    files.map((name) => [name.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))]),
  );
}

/** Each attribute that an item has, with its kind and its type, and the fields of what an attribute holds as JSON. */
export function shapesOf(item: StoredItem): string[] {
  const kind = kindOf(item);
  return Object.entries(item).flatMap(([name, value]) => [
    `${kind}: ${name} ${typeof value}`,
    ...fieldsOf(value).map((field) => `${kind}: ${name}.${field}`),
  ]);
}

function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'string' || !value.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(value) as object);
  } catch {
    return [];
  }
}

/** Enough items that every attribute of every kind is in one of them. */
export async function recordItems(tables: Tables, items: readonly StoredItem[], file: string): Promise<void> {
  const known = new Set<string>();
  const recorded: ReleasedItem[] = [];
  // The fullest first: fewer are needed then.
  for (const item of [...items].sort((a, b) => shapesOf(b).length - shapesOf(a).length)) {
    const shapes = shapesOf(item);
    if (shapes.every((shape) => known.has(shape))) continue;
    for (const shape of shapes) known.add(shape);
    recorded.push({ kind: kindOf(item), item, read: await readItem(tables, item) });
  }
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}

type Read = (tables: Tables, item: StoredItem) => Promise<unknown>;

const orgOf = ({ pk }: StoredItem) => pk.split('#')[0] as never;
const lastOf = (text: unknown) => String(text).split('#').at(-1) as never;
const config = (tables: Tables) => createConfigStore(tables);

/** Kinds that are gone after minutes have no reader here: no release meets those of another. */
const READERS: Readonly<Record<string, Read>> = {
  request: async (tables, item) => (await createRequestStore(tables).load(orgOf(item), lastOf(item.pk)))?.request,
  change: (tables, item) => createChangeStore(tables).document(orgOf(item), lastOf(item.pk)),
  intent: (_, { pk: _pk, sk: _sk, ...envelope }) => Promise.resolve(envelope),
  delivery: (tables, item) => createDeliveryStore(tables).load(orgOf(item), lastOf(item.pk)),
  attempt: async (tables, item) =>
    (await createDeliveryStore(tables).attempts(orgOf(item), lastOf(item.pk))).filter(({ n }) => n === Number(item.n)),
  notice: async (tables, item) =>
    (await createNoticeStore(tables).taken(orgOf(item), lastOf(item.pk))).has(String(item.sk)) ? item.sk : null,
  'audit block': (tables, item) => createAuditStore(tables).entries(orgOf(item), Number(item.sk) - 1, 1),
  cause: async (tables, item) => [
    ...(await createAuditStore(tables).recorded(orgOf(item), [
      { subject: String(item.subject), revision: Number(item.revision) },
    ])),
  ],
  organization: (tables, item) => createDataKeyStore(tables).wrappedKey(orgOf(item)),
  action: (tables, item) => config(tables).action(orgOf(item), lastOf(item.sk)),
  'action version': (tables, item) => config(tables).actionVersion(orgOf(item), lastOf(item.pk), Number(item.sk)),
  operator: (tables, item) => config(tables).operator(orgOf(item), lastOf(item.sk)),
  'api key': (tables, item) => config(tables).apiKey(orgOf(item), lastOf(item.sk)),
  token: (tables, item) => config(tables).liveKey(lastOf(item.pk)),
  endpoint: (tables, item) => config(tables).endpoint(orgOf(item), lastOf(item.sk)),
  setting: (tables, item) =>
    lastOf(item.sk) === 'chat' ? config(tables).chat(orgOf(item), null) : config(tables).changesTurn(orgOf(item)),
  passkey: (tables, item) => createPasskeyStore(tables).passkey(orgOf(item), lastOf(item.sk)),
  enrolments: (tables, item) => createPasskeyStore(tables).enrolments(orgOf(item), lastOf(item.pk)),
  session: (tables, item) => createSessionStore(tables).find(lastOf(item.pk), Number(item.expires_at) - 1),
  'sign-in link': (tables, item) =>
    createSessionStore(tables).spendSignInLink(lastOf(item.pk), Number(item.expires_at) - 1),
};

/** The kinds that outlive a deployment, apart from the entry by a credential's hash, which holds two keys. */
export const READ_KINDS: readonly string[] = Object.keys(READERS);

/** What the stores read in an item that lies in the tables, as JSON has it. */
export async function readItem(tables: Tables, item: StoredItem): Promise<unknown> {
  const read = (await READERS[kindOf(item)]?.(tables, item)) ?? null;
  return JSON.parse(JSON.stringify(read));
}
