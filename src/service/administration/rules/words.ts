/**
 * The text of a change that waits, for all readers: what is approved, and the title of its request
 * (docs/decisions/four-eyes.md). Each edit declares its words.
 */

import { canonicalJson } from '../../../protocol/canonical-json';
import { DOCUMENT_PARAM, TITLE_PARAM } from '../../../protocol/change-request';
import { digestOf } from '../../../protocol/hash';
import { type Line, textOf } from '../../configuration/rules/declaration';
import type { Params } from '../../request/rules/request';
import type { ChangeDocument } from './change';
import { type Base, boundWaiting, type Edit } from './edits';

export interface WordedChange {
  readonly title: string;
  readonly lines: readonly Line[];
}

export function inWords(edit: Edit, base: Base): WordedChange {
  const judged = boundWaiting(edit).on(base);
  return { title: judged.title(), lines: judged.lines() };
}

export const headlineOf = (edit: Edit, base: Base): string => boundWaiting(edit).on(base).headline();

export const subjectOf = (edit: Edit): string => boundWaiting(edit).subject;

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
  const judged = boundWaiting(edit).on(base);
  const affects = judged.affects();
  const affected = affects === null ? {} : { affects };
  const document: ChangeDocument = { v: 1, edit, base: judged.revision ?? 0, ...affected };
  // Removes undefined fields, which have no canonical form.
  return canonicalJson(JSON.parse(JSON.stringify(document)));
}
