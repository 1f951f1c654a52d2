/** The params of a request as people read them, and its operation in one line. */

import { titleText } from '../../protocol/display/text';
import { evidenceParam, isEvidenceDigest } from '../../protocol/evidence';
import { groupedAmount } from '../../protocol/shown/amount';
import { visibleText } from '../../protocol/visible-text';
import type { Schemas } from './schemas';

const AMOUNT = 'amount';

/** Amounts have separated thousands. Other digits, such as numbers of orders and accounts, stay as they are. */
export function shownParam(key: string, value: string): string {
  return key === AMOUNT ? groupedAmount(value) : value;
}

/** The amount with its currency, if the request has one that is short enough for a title. */
export function amountText({ amount, currency = '' }: Readonly<Record<string, string>>): string | null {
  if (amount === undefined || amount.length > 24) return null;
  return `${groupedAmount(amount)} ${currency.slice(0, 8)}`.trim();
}

interface Operated {
  readonly request: Pick<Named, 'params'>;
  readonly view: Omit<Named, 'params'>;
}

/** The operation in one line of plain text, for the title of a tab and for screen readers. */
export function operationText({ request: { params }, view: { title, shown } }: Operated): string {
  if (shown !== null) return titlesOf(visibleText(title), shown).join(': ');
  return visibleText([title, amountText(params) ?? ''].join(' ').trim());
}

/**
 * The title of the action and that of the display. A title without params has no values, so it can repeat the other: then
 * only the one that has more words stays.
 */
export function titlesOf(title: string, shown: Schemas['Shown']): readonly string[] {
  const own = titleText(shown);
  const hasWords = (long: string, short: string) => ` ${long} `.toLowerCase().includes(` ${short} `.toLowerCase());
  if (shown.title.some((piece) => 'param' in piece)) return [title, own];
  return hasWords(own, title) ? [own] : hasWords(title, own) ? [title] : [title, own];
}

/**
 * A digest says nothing to a person. Its value alone decides, because a proposer chooses the names of params; but nobody
 * could know of a document that is attached and that no display declares, so its digest is never folded.
 */
export const isFolded = (param: string, value: string): boolean =>
  isEvidenceDigest(value) && !param.startsWith(evidenceParam(''));

/** The name of a request: the title of its action, and the title of its display if it has one. */
export interface Named {
  readonly title: string;
  readonly params: Readonly<Record<string, string>>;
  readonly shown: Schemas['Shown'] | null;
}

/**
 * The own member of a record under a name that a stranger chose, or undefined. `record[name]` would also find members
 * that every object has, such as `constructor`.
 */
export function ownOf<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
