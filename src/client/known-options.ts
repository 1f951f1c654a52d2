/** Throws TypeError for an unknown option. Otherwise it would be ignored, and a default would be used. */
export function assertOptions(options: unknown, names: readonly string[], of: string, example: string): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${of} needs options: ${example}.`);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(unknownOption(name, of, names));
  }
}

/** Throws TypeError for a misspelled option, where an object may have other members too. */
export function assertSpelled(options: object, names: readonly string[], of: string): void {
  for (const name of Object.keys(options)) {
    if (!names.includes(name) && meantBy(name, names) !== undefined)
      throw new TypeError(unknownOption(name, of, names));
  }
}

function unknownOption(name: string, of: string, names: readonly string[]): string {
  const meant = meantBy(name, names);
  const hint = meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`;
  return `\`${name}\` is not an option of ${of}. ${hint}`;
}

const meantBy = (name: string, names: readonly string[]) => names.find((known) => plain(known) === plain(name));
const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** Throws TypeError if one of these options is given and is not a function. */
export function assertFunctions<Names extends string>(
  options: Readonly<Partial<Record<Names, unknown>>>,
  ...names: Names[]
): void {
  for (const name of names) {
    if (options[name] !== undefined && typeof options[name] !== 'function') {
      throw new TypeError(`\`${name}\` must be a function.`);
    }
  }
}

/** Throws TypeError with a sentence that says what was passed in place of the id of a request. */
export function assertId(id: unknown): asserts id is string {
  if (typeof id !== 'string') throw new TypeError(`\`id\` is not the id of a request: it is ${kindOf(id)}.`);
  // A URL treats dots as path steps, so the call would go to another path.
  if (/^\.{0,2}$/.test(id)) throw new TypeError('`id` is not the id of a request.');
}

/** What a value is, for a sentence about what is missing. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (typeof (value as { then?: unknown }).then === 'function') return 'a promise, which needs `await`';
  if (typeof value === 'object' && 'request' in value) return 'an answer: pass its `request.id`';
  if (typeof value === 'object' && 'id' in value) return 'an object: pass its `id`';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
