/** The sealed intent, stored beside its request as the text that was sent. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredIntent } from '../../../app/ports';
import type { Envelope } from '../../../protocol/sealed-envelope';
import type { Tables } from '../client';
import type { Item } from '../item';
import { intentKey } from '../keys';

/** The read is strongly consistent. */
export async function readIntent({ client, main: TableName }: Tables, org: string, id: string): Promise<StoredIntent> {
  const { Item } = await client.send(new GetCommand({ TableName, Key: intentKey(org, id), ConsistentRead: true }));
  return storedIntent(Item);
}

export const storedIntent = (item: Item | undefined): StoredIntent => ({
  text: (item?.intent as string | undefined) ?? null,
});

export const decodeIntent = ({ text }: StoredIntent): Envelope | null =>
  text === null ? null : (JSON.parse(text) as Envelope);

export const envelopeOf = (item: Item | undefined): Envelope | null => decodeIntent(storedIntent(item));
