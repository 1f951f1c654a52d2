/** Throws TypeError for an unknown option. Otherwise it would be ignored, and a default would be used. */
export function assertOptions(options: unknown, names: readonly string[], of: string, example: string): void {
  if (typeof options !== 'object' || options === null) throw new TypeError(`${of} needs options: ${example}.`);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    const meant = names.find((known) => plain(known) === plain(name));
    const hint = meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean \`${meant}\`?`;
    throw new TypeError(`\`${name}\` is not an option of ${of}. ${hint}`);
  }
}

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
