/**
 * Strict JSON for untrusted input. It refuses what JSON.parse silently accepts
 * (docs/design.md#authentication-and-limits).
 */
import { err, ok, type Result } from '../../protocol/result';

/** Deeper than any valid body. It limits recursion and the validators. */
const MAX_DEPTH = 32;

/** The value, or a sentence that says what is wrong. */
export function parseJson(bytes: Uint8Array): Result<unknown, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return err('The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('The body is not valid JSON.');
  }
  const problem = structureProblem(text);
  return problem === null ? ok(value) : err(problem);
}

interface Frame {
  /** Keys seen so far in an object; null in an array. */
  readonly keys: Set<string> | null;
  expectsKey: boolean;
}

/**
 * Makes one pass over text that JSON.parse has accepted. A repeated key is refused, because a proposer and an approver
 * could be shown different values. A lone surrogate is refused, because it cannot be encoded in UTF-8, so hashing,
 * storing or sending would change it.
 */
function structureProblem(text: string): string | null {
  const frames: Frame[] = [];
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1);
    switch (text[at]) {
      case '{':
      case '[':
        if (frames.length === MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
        frames.push({ keys: text[at] === '{' ? new Set() : null, expectsKey: text[at] === '{' });
        break;
      case '}':
      case ']':
        frames.pop();
        break;
      case ',':
        if (frame !== undefined) frame.expectsKey = frame.keys !== null;
        break;
      case '"': {
        const end = endOfString(text, at);
        const raw = text.slice(at, end + 1);
        const string: string = JSON.parse(raw);
        if (!string.isWellFormed())
          return 'The body contains a string with half of a surrogate pair, which is not a character.';
        if (frame?.expectsKey === true && frame.keys !== null) {
          if (frame.keys.has(string))
            return `The body contains the key ${JSON.stringify(string.slice(0, 64))} twice in one object.`;
          frame.keys.add(string);
          frame.expectsKey = false;
        }
        at = end;
        break;
      }
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
        const end = endOfNumber(text, at);
        if (!Number.isFinite(Number(text.slice(at, end))))
          return 'The body contains a number that is too large to be read.';
        at = end - 1;
        break;
      }
    }
  }
  return null;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && '+-.0123456789Ee'.includes(text[at]!)) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
