import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as sdk from '../../src/client';

const README = readFileSync(join(__dirname, '../../src/client/README.md'), 'utf8');
const section = README.slice(README.indexOf('## Errors'));
const table = section.slice(0, section.indexOf('\n## ', 3));

it('every exported error class is in the one table of the README', () => {
  const classes = Object.entries(sdk)
    .filter(([, value]) => typeof value === 'function' && value.prototype instanceof Error)
    .map(([name]) => name);
  expect(classes.length).toBeGreaterThan(15);
  expect(classes.filter((name) => !new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm').test(table))).toEqual([]);
});
