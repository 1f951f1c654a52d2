/**
 * Texts that people read as a name: of a key, an operator, a group, an action, an endpoint, a passkey or the organization.
 * A name stands within sentences, titles, mails and terminals, where a character that ends or turns the text would make it
 * say something else. Every decision that sets a name asks this file (docs/decisions/names.md).
 */
import { characterText, isBlank } from '../../../protocol/visible-text';
import { refuse } from './declaration';

/** Control characters, ends of lines and paragraphs, halves of characters, and all that change the reading direction. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Why a text cannot be a name, as a sentence that begins with its field. Empty if it can. */
export function nameProblems(field: string, text: string): readonly string[] {
  const found = FORBIDDEN.exec(text);
  if (found !== null) {
    return [
      `${field}: must not contain ${characterText(found[0])}. Control characters and characters that change the reading direction are not allowed`,
    ];
  }
  if (!isBlank(text)) return [];
  const hidden = [...new Set(text)].slice(0, 3).map(characterText);
  return [
    hidden.length === 0
      ? `${field}: must not be empty`
      : `${field}: must have a visible character, but it has only ${hidden.join(', ')}`,
  ];
}

type Names = Readonly<Record<string, string | undefined>>;

/** The refusal of the first field that is no name. Null if all are names. Fields without a text are left out. */
export function nameRefusal(names: Names) {
  for (const [field, text] of Object.entries(names)) {
    const [problem] = text === undefined ? [] : nameProblems(field, text);
    if (problem !== undefined) return refuse('invalid_name', { problem });
  }
  return null;
}
