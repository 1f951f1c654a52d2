/** `node scripts/needs.mjs COMMAND PACKAGE [FOLDER]`: fails with one line that says what to install if the package is not there. */
import needed from './support/needed.cjs';

const sentence = needed.missing(...process.argv.slice(2));
if (sentence !== null) {
  console.error(sentence);
  process.exitCode = 1;
}
