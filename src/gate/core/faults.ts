/** What is wrong with a value before any rule is judged: it has no digest, or it would not reach the upstream as it was written. */

import { isList } from './json';
import type { Fault, Json } from './types';

/** `argument` is the path to it. */
export function faultIn(value: Json): Fault | null {
  if (typeof value === 'number') return isSafe(value) ? null : { kind: 'unsafe_number', argument: '' };
  // A lone surrogate: RFC 8785 has no form for it, and it is shown as another character.
  if (typeof value === 'string') return value.isWellFormed() ? null : { kind: 'not_text', argument: '' };
  if (typeof value !== 'object' || value === null) return null;
  return isList(value) ? faultInList(value) : faultInMembers(value as { readonly [key: string]: Json });
}

/** With an index, because a list of a million bytes has half a million members. */
function faultInList(list: readonly Json[]): Fault | null {
  for (let index = 0; index < list.length; index += 1) {
    const fault = faultIn(list[index]!);
    if (fault !== null) return inside(String(index), fault);
  }
  return null;
}

function faultInMembers(members: { readonly [key: string]: Json }): Fault | null {
  for (const name of Object.keys(members)) {
    if (!name.isWellFormed()) return { kind: 'not_text', argument: '' };
    const fault = faultIn(members[name]!);
    if (fault !== null) return inside(name, fault);
  }
  return null;
}

const inside = (name: string, fault: Fault): Fault => ({
  ...fault,
  argument: fault.argument === '' ? name : `${name}.${fault.argument}`,
});

/** People could not read a longer one, and to compare it would take too long. */
const LONGEST_NUMBER = 100;
/** Every integer with so many digits is exact. */
const EXACT_DIGITS = 15;

/**
 * The first number in a JSON text that would change when it is parsed and written again, or null: people would be shown
 * another amount than the client wrote. 9007199254740993 is parsed as 9007199254740992. One pass, because every caller waits
 * for it. The sign of -0 is lost, which people must be shown, and which changes no result.
 */
export function unsafeNumberIn(text: string, mayLoseSign = false): string | null {
  let at = 0;
  while (at < text.length) {
    const first = text.charCodeAt(at);
    if (first === QUOTE) at = endOfText(text, at);
    else if (first !== MINUS && !isDigit(first)) at += 1;
    else {
      const end = endOfNumber(text, at);
      const isExact = end - at <= EXACT_DIGITS && first !== MINUS && endOfDigits(text, at) === end;
      const isSame = isExact || survives(text.slice(at, end)) || (mayLoseSign && ZERO.test(text.slice(at, end)));
      if (!isSame) return text.slice(at, end);
      at = end;
    }
  }
  return null;
}

/** Larger integers stand for several written ones. The sign of -0 is lost. */
function isSafe(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

const [QUOTE, BACKSLASH, MINUS] = [0x22, 0x5c, 0x2d];
const ZERO = /^-0(\.0+)?([eE][+-]?\d+)?$/;

function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** In JSON, nothing else follows a number directly. */
function endOfNumber(text: string, start: number): number {
  let at = endOfDigits(text, start + 1);
  while (at < text.length && '.eE+-'.includes(text[at]!)) at = endOfDigits(text, at + 1);
  return at;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

function survives(token: string): boolean {
  if (token.length > LONGEST_NUMBER) return false;
  const parsed = Number(token);
  const written = String(parsed);
  return isSafe(parsed) && (written === token || digitsOf(token) === digitsOf(written));
}

/** Without zeros around them. Parsing changes neither the sign of a number nor makes it ten times as large. */
function digitsOf(token: string): string {
  const digits = token.split(/e/i, 1)[0]!.replace(/[-.]/g, '');
  let [from, to] = [0, digits.length];
  while (digits[from] === '0') from += 1;
  while (to > from && digits[to - 1] === '0') to -= 1;
  return digits.slice(from, to);
}
