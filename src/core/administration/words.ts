/**
 * The text of a change that waits, for all readers: what is approved, and the title of its request
 * (docs/decisions/four-eyes.md). Each edit declares its words.
 */
import { canonicalJson } from '../../protocol/canonical-json';
import { digestOf } from '../../protocol/hash';
import { type Line, textOf } from '../configuration/declaration';
import type { Params } from '../request/request';
import { type ChangeDocument, DOCUMENT_PARAM, TITLE_PARAM } from './change';
import { type Base, baseFrom, declaredWaiting, type Edit, revisionOf } from './edits';

export interface WordedChange {
  readonly title: string;
  readonly lines: readonly Line[];
}

export function inWords(edit: Edit, base: Base): WordedChange {
  const { title, lines } = declaredWaiting(edit);
  return { title: title(edit, baseFrom(base)), lines: lines(edit, baseFrom(base)) };
}

export const headlineOf = (edit: Edit, base: Base): string => declaredWaiting(edit).headline(edit, baseFrom(base));

export const subjectOf = (edit: Edit): string => declaredWaiting(edit).subject(edit);

export function paramsOf(edit: Edit, base: Base): Params {
  const { title, lines } = inWords(edit, base);
  return Object.fromEntries([
    [TITLE_PARAM, title],
    ...lines.map((line) => [line.field, textOf(line)]),
    [DOCUMENT_PARAM, digestOf(documentText(edit, base))],
  ]);
}

/** The document that is stored beside the request, in canonical form. */
export function documentText(edit: Edit, base: Base): string {
  const { affects: affectedBy } = declaredWaiting(edit);
  const affects = affectedBy === undefined ? {} : { affects: affectedBy(baseFrom(base)) };
  const document: ChangeDocument = { v: 1, edit, base: revisionOf(edit, base), ...affects };
  // Removes undefined fields, which have no canonical form.
  return canonicalJson(JSON.parse(JSON.stringify(document)));
}
