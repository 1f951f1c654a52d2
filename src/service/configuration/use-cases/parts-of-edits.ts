/**
 * The parts of an edit that do I/O, as each room gives them beside its own stores: what reads an item, what writes one, and
 * what an edit does outside of the item (docs/decisions/declared-edits.md). Administration has the list of rooms and the loop.
 */

import type { OrgId, RequestId } from '../../../protocol/identifiers';
import { ok } from '../../../protocol/result';
import type { ConfigStore, Permit } from '../ports';
import type { AskedItem, Bound, EditDecision, Readable, Refusal, Setting, Write } from '../rules/declaration';
import type { Journaled } from '../rules/items';
import { SETTING, type SettingName } from '../rules/setting';
import type { EditedMeanwhile, Editor } from './edit-config';

export interface WithConfig {
  readonly config: ConfigStore;
}

/** What is read for the same edit, or is known, so that nothing is read twice. */
export interface Known {
  of<Item>(item: { readonly name: string; readonly blank: Item }): Promise<Item> | undefined;
}

/** `Deps` is what it needs. All reads are strongly consistent. */
export interface Reader<Name extends string, Deps> {
  readonly name: Name;
  readonly read: (deps: Deps, org: OrgId, asked: AskedItem, known: Known) => Promise<unknown>;
}

export function reader<Name extends string, Of, Item, Deps>(
  { name }: Readable<Name, Of, Item>,
  read: (deps: Deps, org: OrgId, asked: Of, known: Known) => Promise<Item>,
): Reader<Name, Deps> {
  const isOurs = (asked: AskedItem): asked is AskedItem<Name, Of, Item> => asked.name === name;
  return {
    name,
    read: (deps, org, asked, known) => {
      if (!isOurs(asked)) throw new Error(`${name}: asked for ${asked.name}`);
      return read(deps, org, asked.asked, known);
    },
  };
}

/** Writes one edit, in as many attempts as it needs. */
export interface Writing<W> {
  /** `refused`: the permit is no longer valid. */
  readonly save: (write: W, attempt: number) => Promise<'saved' | 'conflict' | 'refused'>;
  /** What is stored in its place. Null if nothing is, or the store itself recognizes a write that it has. */
  readonly stored: (write: W) => Promise<Journaled | readonly Journaled[] | null>;
}

export interface Writer<W extends Write, Deps> {
  readonly kind: W['kind'];
  readonly open: (deps: Deps, org: OrgId, permit: Permit) => Writing<Write>;
  /** For the compiler: what it takes. */
  readonly takes?: (write: W) => void;
}

export const writer =
  <W extends Write>(kind: W['kind']) =>
  <Deps>(open: (deps: Deps, org: OrgId, permit: Permit) => Writing<W>): Writer<W, Deps> => {
    const isOurs = (write: Write): write is W => write.kind === kind;
    const ours = (write: Write): W => {
      if (!isOurs(write)) throw new Error(`${kind}: given ${write.kind}`);
      return write;
    };
    return {
      kind,
      open(deps, org, permit) {
        const { save, stored } = open(deps, org, permit);
        return { save: (write, attempt) => save(ours(write), attempt), stored: (write) => stored(ours(write)) };
      },
    };
  };

/**
 * Settings are read and written in one way, whatever their room. The writers are made by a function, so that a bundle that only
 * reads has none of them.
 */
export const READERS = [reader(SETTING, ({ config }: WithConfig, org, name) => config.setting(org, name))] as const;
export const writers = () =>
  [
    writer<{ kind: 'setting'; name: SettingName<Setting>; item: Setting }>('setting')(
      ({ config }: WithConfig, org, permit) => ({
        save: ({ name, item }) => config.saveSetting(name, item, permit),
        stored: ({ name }) => config.setting(org, name),
      }),
    ),
  ] as const;

/** Writes an edit if nothing has changed since. What it returns was written, or would be if the edit changed something. */
export type WriteBound = <Out extends EditDecision>(
  bound: Bound<Out>,
) => Promise<Out | { readonly ok: false; readonly error: EditedMeanwhile }>;

/** An edit that is made by `permit`. `change`: the approved change of which a token is collected; null if it is made at once. */
export interface Occasion<Fields> {
  readonly editor: Editor;
  readonly edit: Fields;
  readonly permit: Permit;
  readonly change: RequestId | null;
}

interface Bindable<Fields, Made, Out extends EditDecision> {
  bind(edit: Fields, made: Made | null): Bound<Out>;
}
type Refused = { readonly ok: false; readonly error: Refusal };
type Before<Made> = { readonly ok: true; readonly value: Made } | Refused;
type Value<R> = Extract<R, { readonly ok: true; readonly value: unknown }>['value'];
type Item<Out> = Extract<Value<Out>, { readonly item: unknown }>['item'];

/** What follows if it was accepted, or else its refusal. */
function onAccepted<R extends Before<unknown>, T>(
  result: R,
  next: (value: Value<R>) => Promise<T>,
): Promise<T | Extract<R, Refused>>;
async function onAccepted(result: Before<unknown>, next: (value: unknown) => Promise<unknown>): Promise<unknown> {
  return result.ok ? next(result.value) : result;
}

/** Something is made before, which can refuse the edit, and something follows, which says what the edit gives. */
export function around<
  Fields,
  Made,
  Out extends EditDecision,
  B extends Before<Made>,
  A extends Before<unknown>,
  First,
  Then,
>(
  declared: Bindable<Fields, Made, Out>,
  before: (deps: First, occasion: Occasion<Fields>) => Promise<B>,
  after: (deps: Then, occasion: Occasion<Fields>, item: Item<Out>, made: Value<B>) => Promise<A>,
) {
  return {
    make: async (deps: First & Then, occasion: Occasion<Fields>, write: WriteBound) =>
      onAccepted(await before(deps, occasion), async (made) =>
        onAccepted(await write(declared.bind(occasion.edit, made)), (written) =>
          after(deps, occasion, written.item, made),
        ),
      ),
  };
}

export const before = <Fields, Made, Out extends EditDecision, B extends Before<Made>, First>(
  declared: Bindable<Fields, Made, Out>,
  first: (deps: First, occasion: Occasion<Fields>) => Promise<B>,
) => around(declared, first, async (_deps: object, _occasion, item) => ok(item));

export const after = <Fields, Out extends EditDecision, A extends Before<unknown>, Then>(
  declared: Bindable<Fields, null, Out>,
  then: (deps: Then, occasion: Occasion<Fields>, item: Item<Out>) => Promise<A>,
) => around(declared, async (_deps: object) => ok(null), then);
