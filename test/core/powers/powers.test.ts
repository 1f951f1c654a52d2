/** The powers name the code that enforces them, and agree with the rule of the second admin. */
import { readFileSync } from 'node:fs';
import { WAITS } from '../../../src/core/administration/edits';
import { GIVES, POWERS } from '../../../src/core/powers/powers';

describe('the powers of the model', () => {
  it.each(Object.entries(POWERS))('the power "%s" names code that exists', (_, { enforcedBy }) => {
    for (const [file, name] of enforcedBy) {
      expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`(function|const) ${name}\\b`));
    }
  });

  it('every edit that gives a power waits for a second admin, unless it only makes things safer', () => {
    const kinds = Object.keys(GIVES) as (keyof typeof GIVES)[];
    expect(kinds.filter((kind) => GIVES[kind] !== 'nothing' && WAITS[kind] === 'never')).toEqual([]);
  });
});
