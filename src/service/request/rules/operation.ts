/**
 * The text of an operation in every message about a request: its title, and a cleaned line for each param. With a display,
 * the renderer makes these lines.
 */
import type { Shown } from '../../../protocol/display/render';
import { lineName, lineRest, titleText, valueText } from '../../../protocol/display/text';
import type { OperatorId } from '../../../protocol/identifiers';
import { visibleText } from '../../../protocol/visible-text';
import type { Params, PolicySnapshot } from './request';

export interface Operation {
  readonly title: string;
  readonly lines: readonly OperationLine[];
}

export interface OperationLine {
  readonly name: string;
  readonly value: string;
  /** The operator whose id is the value. Their name is shown beside the line. */
  readonly operator: OperatorId | null;
}

interface Named {
  readonly policy: Pick<PolicySnapshot, 'title'>;
  readonly params: Params;
}

/** `shown`: null for an action without a display, which has only its own title. */
export function operationOf({ policy, params }: Named, shown: Shown | null): Operation {
  const title = visibleText(policy.title);
  if (shown === null) return { title, lines: Object.entries(params).map(rawLine) };
  const lines = shown.lines.map((line): OperationLine => {
    const operator = line.type === 'operator' && line.fits ? (line.value as OperatorId | null) : null;
    return { name: lineName(line), value: `${valueText(line.value)}${lineRest(line)}`, operator };
  });
  return { title: `${title}: ${titleText(shown)}`, lines };
}

const rawLine = ([name, value]: readonly [string, string]): OperationLine => ({
  name: visibleText(name),
  value: visibleText(value),
  operator: null,
});

/** The operators whose names stand beside lines. */
export const operatorsIn = (shown: Shown | null): OperatorId[] =>
  (shown?.lines ?? []).flatMap(({ type, fits, value }) =>
    type === 'operator' && fits && value !== null ? [value as OperatorId] : [],
  );
