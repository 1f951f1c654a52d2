/** A search for words in what people read of a request: the summary, the params, names and ids. */
import { isOpen, type Request } from './request';

/** In lower case. Every one must be found. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
}

export function holdsWords(request: Request, words: readonly string[], nameOf: (id: string) => string): boolean {
  if (words.length === 0) return true;
  const { id, action, requester, summary, params, policy } = request;
  const people = [requester, ...(isOpen(request) ? [] : request.decidedBy)];
  const texts = [id, action, policy.title, summary ?? '', ...people, ...people.map(nameOf)];
  const held = [...texts, ...Object.entries(params).flat()].map((text) => text.toLowerCase());
  return words.every((word) => held.some((text) => text.includes(word)));
}
