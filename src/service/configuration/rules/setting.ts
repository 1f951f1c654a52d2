/** Settings: what an organization sets once for all. Each is an item of its own, and is edited in one way. */
import type { OrgId } from '../../../protocol/identifiers';
import type { PendingEntry } from '../../audit/rules/chain';
import {
  type AskedItem,
  type Effect,
  type How,
  type Line,
  type Model,
  nothing,
  type Refusal,
  readable,
  type Setting,
  type Waiting,
  waiting,
  write,
} from './declaration';
import { edited } from './items';

/** The name of a setting, which says what is stored under it, and the subject of the entries about it. */
export type SettingName<T extends Setting> = string & { readonly __setting: T };

export const settingName = <T extends Setting>(name: string) => name as SettingName<T>;

/** Any setting, as the one reader of settings knows it. */
export const SETTING = /* @__PURE__ */ readable<SettingName<Setting>, Setting | null>()('setting', null);

export const settingOf = <T extends Setting>(
  asked: SettingName<T>,
): AskedItem<'setting', SettingName<T>, T | null> => ({
  name: 'setting',
  blank: null,
  asked,
});

/** A setting as it is before anybody sets it, without its own fields. */
export const neverSet = (org: OrgId): Setting => ({ org, revision: 0, journal: [] });

type Changed<T> = { readonly fields: Partial<T>; readonly entry: PendingEntry };
type Decided<T> =
  | { readonly ok: true; readonly value: Changed<T> | null }
  | { readonly ok: false; readonly error: Refusal };
type OneSetting<T extends Setting> = readonly [ReturnType<typeof settingOf<T>>];
type Waits<Fields, T extends Setting, Kind extends string> = Waiting<Fields, OneSetting<T>, Kind, never, null, unknown>;
type Words<Fields, T extends Setting, Kind extends string, After> = Pick<
  Waits<Fields, T, Kind>,
  'attempt' | 'gives' | 'entries' | 'fresh'
> & {
  readonly waits: 'always' | ((edit: Fields, before: T) => boolean);
  readonly title: (edit: Fields) => string;
  readonly headline: (edit: Fields) => string;
  readonly lines: (edit: Fields, before: T) => readonly Line[];
  readonly effect: (edit: Fields) => Effect | null;
  readonly after: After;
};

/** The edit of a setting: what it reads, whose version people saw, and its subject follow from its name. */
export const setting =
  <T extends Setting, Fields>() =>
  <const Kind extends string, Out extends Decided<T>, After extends Model<Fields>>(
    declared: Words<Fields, T, Kind, After> & {
      readonly name: SettingName<T>;
      readonly blank: (unset: Setting) => T;
      /** Null: nothing changes. */
      readonly decide: (before: T, edit: Fields, how: How<Kind>) => Out;
    },
  ) => {
    const { name, blank, waits, lines } = declared;
    const of = (stored: T | null, org: OrgId = '' as OrgId): T => stored ?? blank(neverSet(org));
    return waiting<Fields>()({
      ...declared,
      reads: (): OneSetting<T> => [settingOf(name)],
      seen: ({ setting: stored }) => stored,
      subject: () => name,
      waits: waits === 'always' ? waits : (edit, base) => waits(edit, of(base.setting)),
      lines: (edit, base) => lines(edit, of(base.setting)),
      decide: (base, edit, how) => {
        const before = of(base.setting, how.org);
        const decided = declared.decide(before, edit, how);
        if (!decided.ok) return decided as Extract<Out, { readonly ok: false }>;
        if (decided.value === null) return nothing(before);
        return write('setting', { name, item: withFields(before, decided.value) });
      },
    });
  };

const withFields = <T extends Setting>(before: T, { fields, entry }: Changed<T>): T =>
  edited<T>(before, fields, [entry]);
