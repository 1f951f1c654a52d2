/** A policy in words: as one sentence, its modes, and the values of its conditions. */

import { CONDITIONS } from '../../protocol/shown/conditions';
import { visibleText } from '../../protocol/visible-text';
import { counted } from './format';
import type { NameOfId } from './name-of';
import type { Schemas } from './schemas';

type Policy = Schemas['PolicyBody'];

export interface SentencePiece {
  readonly text: string;
  readonly strong: boolean;
}

const strong = (text: string): SentencePiece => ({ text, strong: true });
const plain = (text: string): SentencePiece => ({ text, strong: false });

/** If there are more names than this, the sentence has their number instead. */
const NAMED = 4;

/** The words about who and how many are bold. */
export function policySentence(policy: Policy, nameOf: NameOfId): SentencePiece[] {
  const { roster, quorum, requires = [], param_rules: rules = [], mode = 'independent', turn = 'code' } = policy;
  const { coincidence_seconds: seconds = 60, ttl_seconds: ttl = 3600, deny_self_approval: denied = false } = policy;
  return [
    strong(`${numberOf(quorum.default)} of ${peopleText(roster, nameOf)}`),
    plain(quorum.default === 1 ? ' turns a key' : ' turn a key'),
    ...(requires.length === 0 ? [] : [plain(', among them '), strong(groupsOf(requires, nameOf))]),
    ...(MODES[mode].hasRounds ? [plain(', all within '), strong(`${seconds} seconds`)] : []),
    ...(turn === 'code' ? [] : [plain(' and sign with a passkey')]),
    ...rules.flatMap((rule) => [
      plain(', '),
      strong(`${counted(rule.quorum, 'key')}${withGroups(rule.requires, nameOf)}`),
      plain(` when ${conditionsOf(rule)}`),
    ]),
    ...(quorum.selectable ? [plain(`, or as many as the program requests (${quorum.min} to ${quorum.max})`)] : []),
    plain('; within '),
    strong(spanOf(ttl)),
    plain(denied ? ', and never the requester.' : '.'),
  ];
}

/** "2 of Finance and 1 of Security". Empty if nothing is required. */
export function requirementsText(requires: readonly Schemas['Requirement'][], nameOf: NameOfId): string {
  return requires.map(({ group, keys }) => `${keys} of ${nameOf(group)}`).join(' and ');
}

const groupsOf = (requires: readonly Schemas['Requirement'][], nameOf: NameOfId): string =>
  requirementsText(requires, (group) => visibleText(nameOf(group)));

const withGroups = (requires: Schemas['ParamRule']['requires'] = [], nameOf: NameOfId): string =>
  requires.length === 0 ? '' : ` with ${groupsOf(requires, nameOf)}`;

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** `Anna, Bob and Carla`, or how many. */
export function peopleText(ids: readonly string[], nameOf: NameOfId): string {
  const names = ids.map((id) => visibleText(nameOf(id)));
  if (names.length > NAMED) return `${names.length} people`;
  return AND.format(names) || 'nobody';
}

const NUMBERS = ['Nobody', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

const numberOf = (count: number): string => NUMBERS[count] ?? String(count);

/** Names and values stand in quotation marks, so that none can look like more than one. */
function conditionsOf({ when }: Schemas['ParamRule']): string {
  const conditions = when.map(({ param, op, value = [] }) => {
    const values = [value].flat().map(quoted).join(', ');
    return [quoted(param), CONDITIONS[op].words, values].join(' ').trim();
  });
  return conditions.join(' and ');
}

const quoted = (text: string): string => `“${visibleText(text)}”`;

function spanOf(seconds: number): string {
  const minutes = seconds / 60;
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

export type Mode = Schemas['CeremonyView']['mode'];

interface ModeInWords {
  /** In the policy form. */
  readonly choice: string;
  /** After the number of keys, in a list. */
  readonly inList: string;
  /** The keys of a round must be turned within `coincidence_seconds` of the first. */
  readonly hasRounds: boolean;
}

/** The modes of a quorum in words. A new mode does not compile until it has words here. */
export const MODES: Readonly<Record<Mode, ModeInWords>> = {
  independent: { choice: 'Independent: at any time', inList: '', hasRounds: false },
  coincident: { choice: 'Coincident: all within a short time', inList: ', together', hasRounds: true },
};

export const MODE_CHOICES = (Object.keys(MODES) as Mode[]).map((mode): [Mode, string] => [mode, MODES[mode].choice]);

/** The value of a condition. Empty if the condition has none. */
export const conditionValueText = (value: Schemas['RuleCondition']['value'] = ''): string =>
  Array.isArray(value) ? commaSeparated(value) : value;

/** A value that contains a separator is put in quotation marks. */
export function commaSeparated(texts: readonly string[]): string {
  return texts.map((text) => (/[,;"]/.test(text) ? JSON.stringify(text) : text)).join(', ');
}
