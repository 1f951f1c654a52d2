/** Reads what edits of the configuration declare that they read. All reads are strongly consistent. */

import type { OrgId } from '../../../protocol/identifiers';
import * as access from '../../access/use-cases/edits';
import * as ceremony from '../../ceremony/use-cases/edits';
import * as chat from '../../chat/use-cases/edits';
import type { FoundItems, Reads } from '../../configuration/rules/declaration';
import type { Operator } from '../../configuration/rules/items';
import * as configuration from '../../configuration/use-cases/parts-of-edits';
import * as delivery from '../../delivery/use-cases/edits';
import * as policy from '../../policy/use-cases/edits';
import type { EditKind, ReadBy } from '../rules/edits';

const READERS = [
  ...configuration.READERS,
  ...access.READERS,
  ...policy.READERS,
  ...ceremony.READERS,
  ...chat.READERS,
  ...delivery.READERS,
] as const;

/** All members of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type Readers = { readonly [Each in (typeof READERS)[number] as Each['name']]: Parameters<Each['read']>[0] };
/** What the readers of these names need. Without a reader of a name, no caller compiles. */
type ReaderDeps<Name> = Name extends keyof Readers ? Readers[Name] : { readonly reader: Name };

/** What reading for edits of these kinds needs. */
export type ReadDeps<Kind extends EditKind> = Intersection<ReaderDeps<ReadBy<Kind>>>;

/** `known`: what need not be read again. */
export async function readBase(
  deps: unknown,
  org: OrgId,
  reads: Reads,
  known: { readonly operators?: Promise<readonly Operator[]> } = {},
): Promise<FoundItems> {
  const reading: Record<string, Promise<unknown>> = { ...known };
  const of = <Item>({ name }: { readonly name: string; readonly blank: Item }) =>
    reading[name] as Promise<Item> | undefined;
  for (const asked of reads) {
    const reader = READERS.find(({ name }) => name === asked.name)!;
    reading[asked.name] ??= reader.read(deps as never, org, asked, { of });
  }
  const items = await Promise.all(reads.map(async ({ name }) => [name, await reading[name]] as const));
  return Object.fromEntries(items);
}
