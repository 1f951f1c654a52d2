/** The params of a request as people read them, and its operation in one line. */

import { titleText } from '../../protocol/display/text';
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
  if (shown !== null) return `${visibleText(title)}: ${titleText(shown)}`;
  return visibleText([title, amountText(params) ?? ''].join(' ').trim());
}

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
