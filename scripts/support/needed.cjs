/** What commands and tests need beside the packages of `npm ci`. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
/** Each folder that has packages, and how they are installed. */
const INSTALLS = {
  '.': 'npm ci',
  tools: 'npm ci --prefix tools',
  'test/packages': 'npm ci --ignore-scripts --prefix test/packages',
};

exports.pathIn = (folder, ...parts) => join(ROOT, folder, 'node_modules', ...parts);
/** The sentence that says what to install, or null if the package is there. */
exports.missing = (what, name, folder = '.') =>
  existsSync(exports.pathIn(folder, name))
    ? null
    : `${what} needs ${name}, which is not installed: ${INSTALLS[folder]}`;
