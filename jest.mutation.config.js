/** For `npm run mutate`: the fast tests of what is mutated, as scripts/mutate.ts chose them. */
const base = require('./jest.config.js');

const folders = JSON.parse(process.env.MUTATION_GLOBS ?? '["core","protocol"]');

module.exports = {
  ...base,
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
