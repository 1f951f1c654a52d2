/** For `npm run mutate`: the fast tests of what is mutated, as scripts/mutate.ts chose them. */
const base = require('./jest.config.js');

const folders = JSON.parse(process.env.MUTATION_GLOBS ?? '["core","protocol"]');

module.exports = {
  ...base,
  // Stryker puts an environment of its own around this one, and finds it by its name alone.
  testEnvironment: 'node',
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}`),
  testPathIgnorePatterns: ['/node_modules/'],
};
