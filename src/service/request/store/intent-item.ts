/** The sealed intent, stored beside its request as the text that was sent. */

import type { Tables } from '../../../adapters/dynamodb/client';
import { getItem } from '../../../adapters/dynamodb/get-item';
import type { Item } from '../../../adapters/dynamodb/item';
import { intentKey } from '../../../adapters/dynamodb/keys';
import type { Envelope } from '../../../protocol/sealed-envelope';
import type { StoredIntent } from '../ports/ledger';

export async function readIntent(tables: Tables, org: string, id: string): Promise<StoredIntent> {
  return storedIntent(await getItem(tables, intentKey(org, id)));
}

export const storedIntent = (item: Item | null): StoredIntent => ({
  text: (item?.intent as string | undefined) ?? null,
});

export const decodeIntent = ({ text }: StoredIntent): Envelope | null =>
  text === null ? null : (JSON.parse(text) as Envelope);

export const envelopeOf = (item: Item | undefined): Envelope | null => decodeIntent(storedIntent(item ?? null));
