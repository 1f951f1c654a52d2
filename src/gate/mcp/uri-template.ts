/**
 * Whether a URI of a caller fits a template of an upstream (RFC 6570), as `UriTemplate.match` of the MCP package says. That one
 * tries every division of the URI among the variables, and one URI of 88 characters stops it for ever. This one goes over the
 * URI once for each part of the template, and keeps where the next part can begin.
 */

/** Longer than the addresses that clients, proxies and servers take. A template or URI over a limit matches nothing. */
export const LONGEST_URI = 4096;
/** Each is one pass over the URI. */
export const MOST_VARIABLES = 16;

export function matchesTemplate(template: string, uri: string): boolean {
  if (template.length > LONGEST_URI || uri.length > LONGEST_URI) return false;
  const parts = partsOf(template);
  if (parts === null || parts.filter((part) => 'isIn' in part).length > MOST_VARIABLES) return false;
  return fits(parts, uri);
}

/** Nothing else of a text is used, so that a test can count its steps. */
export type Text = Pick<string, 'length' | 'charCodeAt'>;
interface Words {
  readonly words: Text;
}
/** The characters of a value, and what stands between several values. */
interface Variable {
  readonly isIn: (code: number) => boolean;
  readonly separator: number | null;
}
type Part = Words | Variable;

/** Null: the template is wrong. */
export function partsOf(template: string): readonly Part[] | null {
  const parts: Part[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    if (open !== at) parts.push({ words: template.slice(at, open === -1 ? template.length : open) });
    if (open === -1) break;
    const close = template.indexOf('}', open);
    const expression = close === -1 ? null : partsOfExpression(template.slice(open + 1, close));
    if (expression === null) return null;
    parts.push(...expression);
    at = close + 1;
  }
  return parts;
}

function partsOfExpression(expression: string): readonly Part[] | null {
  const operator = '+#./?&'.includes(expression.charAt(0)) ? expression.charAt(0) : '';
  const names = expression
    .slice(operator.length)
    .split(',')
    .map(nameOf)
    .filter((name) => name !== '');
  if (operator === '?' || operator === '&')
    return names.flatMap((name, index) => [{ words: `${index === 0 ? operator : '&'}${name}=` }, OF_QUERY]);
  if (names.length === 0) return null;
  if (operator === '+' || operator === '#') return [OF_LINE];
  if (operator === '.') return [{ words: '.' }, OF_SEGMENT];
  const segment = expression.includes('*') ? OF_LIST : OF_SEGMENT;
  return operator === '/' ? [{ words: '/' }, segment] : [segment];
}

const nameOf = (text: string): string => text.replace('*', '').trim();

const codesOf = (characters: string) => new Set([...characters].map((character) => character.charCodeAt(0)));
const without = (characters: string, separator?: string): Variable => {
  const codes = codesOf(characters);
  return { isIn: (code) => !codes.has(code), separator: separator?.charCodeAt(0) ?? null };
};
const OF_SEGMENT = without('/,');
const OF_LIST = without('/,', ',');
const OF_LINE = without('\n\r\u2028\u2029');
const OF_QUERY = without('&');

/** One pass over the URI for each part, so twice the length needs twice the steps. */
export function fits(parts: readonly Part[], uri: Text): boolean {
  /** Where the parts until now can end. */
  let ends = new Uint8Array(uri.length + 1);
  ends[0] = 1;
  for (const part of parts) ends = 'words' in part ? afterWords(part.words, uri, ends) : afterValue(part, uri, ends);
  return ends[uri.length] === 1;
}

/** At least one character, and with a separator none beside another one. */
function afterValue({ isIn, separator }: Variable, uri: Text, begins: Uint8Array) {
  const ends = new Uint8Array(uri.length + 1);
  let isSeparated = false;
  for (let at = 0; at < uri.length; at += 1) {
    const code = uri.charCodeAt(at);
    if ((begins[at] === 1 || ends[at] === 1 || isSeparated) && isIn(code)) ends[at + 1] = 1;
    isSeparated = ends[at] === 1 && code === separator;
  }
  return ends;
}

/** The search of Knuth, Morris and Pratt, which never goes back in the URI. */
function afterWords(words: Text, uri: Text, begins: Uint8Array) {
  const ends = new Uint8Array(uri.length + 1);
  const borders = bordersOf(words);
  let found = 0;
  for (let at = 0; at < uri.length; at += 1) {
    const code = uri.charCodeAt(at);
    while (found > 0 && (found === words.length || words.charCodeAt(found) !== code)) found = borders[found - 1]!;
    if (words.charCodeAt(found) === code) found += 1;
    if (found === words.length) ends[at + 1] = begins[at + 1 - found]!;
  }
  return ends;
}

/** For each beginning of the words: how many of its first characters are its last ones too. */
function bordersOf(words: Text): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < words.length; at += 1) {
    while (length > 0 && words.charCodeAt(at) !== words.charCodeAt(length)) length = borders[length - 1]!;
    if (words.charCodeAt(at) === words.charCodeAt(length)) length += 1;
    borders.push(length);
  }
  return borders;
}
