/** Settings: what an organization sets once for all. Each is an item of its own, and is edited in one way. */
import type { OrgId } from '../../protocol/identifiers';
import type { EntryWords, PendingEntry } from '../audit/chain';
import {
  type BaseOf,
  type How,
  nothing,
  type Refusal,
  type Setting,
  type Waiting,
  waiting,
  write,
} from './declaration';
import { edited } from './items';

/** The settings by name. Each room adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: it is added to where settings are declared
export interface Settings {}

/** A setting as it is before anybody sets it. */
export type Blank<T extends Setting> = Omit<T, keyof Setting>;

export const blankSetting = <T extends Setting>(blank: Blank<T>, org: OrgId): T =>
  ({ ...blank, org, revision: 0, journal: [] }) as unknown as T;

type Changed<T> = { readonly fields: Partial<T>; readonly entry: PendingEntry };
type Decided<T> =
  | { readonly ok: true; readonly value: Changed<T> | null }
  | { readonly ok: false; readonly error: Refusal };
type Saved<T, Out> =
  | { readonly ok: true; readonly value: { readonly kind: 'setting'; readonly name: string; readonly item: T } }
  | Extract<Out, { readonly ok: false }>;

type OneSetting = { readonly setting: string };
type Words<Fields, T, Kind extends string> = Omit<
  Waiting<Fields, OneSetting, Kind, never, null>,
  'reads' | 'decide' | 'seen' | 'subject' | 'waits' | 'lines' | 'effect' | 'title' | 'headline'
> & {
  readonly waits: 'always' | ((edit: Fields, before: T) => boolean);
  readonly title: (edit: Fields) => string;
  readonly headline: (edit: Fields) => string;
  readonly lines: (edit: Fields, before: T) => ReturnType<Waiting<Fields, OneSetting, Kind, never, null>['lines']>;
  readonly effect: (edit: Fields) => ReturnType<Waiting<Fields, OneSetting, Kind, never, null>['effect']>;
};

/** The edit of a setting: what it reads, whose version people saw, and its subject follow from its name. */
export const setting =
  <T extends Setting, Fields>() =>
  <const Kind extends string, Out extends Decided<T>>(
    declared: Words<Fields, T, Kind> & {
      readonly name: string;
      readonly blank: Blank<T>;
      readonly entries: Readonly<Record<Kind, EntryWords>>;
      /** Null: nothing changes. */
      readonly decide: (before: T, edit: Fields, how: How<Kind>) => Out;
    },
  ) => {
    const { name, blank, waits, lines } = declared;
    const of = ({ setting: stored }: BaseOf<OneSetting>, org: OrgId = '' as OrgId): T =>
      (stored as T | null) ?? blankSetting(blank, org);
    return waiting<Fields>()({
      ...declared,
      reads: () => ({ setting: name }),
      seen: ({ setting: stored }) => stored,
      subject: () => name,
      waits: waits === 'always' ? waits : (edit, base) => waits(edit, of(base)),
      lines: (edit, base) => lines(edit, of(base)),
      decide: (base, edit, how) => {
        const before = of(base, how.org);
        const decided = declared.decide(before, edit, how);
        const saved =
          decided.ok && decided.value !== null
            ? write('setting', { name, item: withFields(before, decided.value) })
            : decided.ok
              ? nothing(before)
              : decided;
        return saved as Saved<T, Out>;
      },
    });
  };

const withFields = <T extends Setting>(before: T, { fields, entry }: Changed<T>): T =>
  edited<T>(before, fields, [entry]);
