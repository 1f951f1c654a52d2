/** The texts of a request: its operation and its summary in every message, and the words that a search finds. */

import type { Shown } from '../../../protocol/display/render';
import { lineName, lineRest, textLines, titleText, valueText } from '../../../protocol/display/text';
import type { OperatorId } from '../../../protocol/identifiers';
import { visibleText } from '../../../protocol/visible-text';
import { isOpen, type Params, type PolicySnapshot, type Request } from './request';

/** Its title, and a cleaned line for each param. With a display, the renderer makes these lines. */
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

/**
 * Only the size of the create body limits a summary, so the code that shows one shortens it (operation createRequest).
 */
const MAX_SUMMARY_CHARACTERS = 200;

export const shortSummary = (summary: string): string => shortened(summary, MAX_SUMMARY_CHARACTERS);

/** Counts code points so that no character is split. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** The words of a search, in lower case. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/**
 * Whether every word is found in what people read of a request: the summary, the lines, the params as they were sent,
 * names and ids.
 */
export function holdsWords(
  request: Request,
  shown: Shown | null,
  words: readonly string[],
  nameOf: (id: string) => string,
): boolean {
  const { id, action, requester, summary, params, policy } = request;
  const people = [requester, ...(isOpen(request) ? [] : request.decidedBy)];
  const lines = shown === null ? [] : textLines(shown);
  const texts = [id, action, policy.title, summary ?? '', ...lines, ...people, ...people.map(nameOf)];
  const held = [...texts, ...Object.entries(params).flat()].map((text) => text.toLowerCase());
  return words.every((word) => held.some((text) => text.includes(word)));
}
