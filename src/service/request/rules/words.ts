/** A search for words in what people read of a request: the summary, the lines, the params as they were sent, names and ids. */
import type { Shown } from '../../../protocol/display/render';
import { textLines } from '../../../protocol/display/text';
import { isOpen, type Request } from './request';

/** In lower case. Every one must be found. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

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
