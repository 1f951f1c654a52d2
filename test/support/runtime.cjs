/**
 * Jest's runtime, which does for each worker what Jest does for each suite: it reads a module, asks for its date and looks up
 * how it was compiled. A suite loads some six hundred. It also makes fewer of the `jest` objects, one of which Jest makes for
 * each module. Together they are a fifteenth of the processor time of all tests.
 */
const { sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const TESTS = `${sep}test${sep}`;

/** Jest empties its own when a suite has ended. */
class Sources extends Map {
  clear() {}
}
const sources = new Sources();
const transformed = new Map();

module.exports = class extends Runtime {
  constructor(config, environment, resolver, transformer, sourcesOfSuite, ...others) {
    for (const [path, source] of sourcesOfSuite) sources.set(path, source);
    super(config, environment, resolver, onceEach(transformer), sources, ...others);
    const [, testPath] = others;
    const { jestGlobals } = this;
    const made = jestGlobals.jestObjectFor.bind(jestGlobals);
    // It differs only in the file from which `jest.mock` looks for another.
    jestGlobals.jestObjectFor = (from) => made(from.includes(TESTS) ? from : testPath);
  }
};

function onceEach(transformer) {
  const transform = transformer.transform.bind(transformer);
  transformer.transform = (path, options, source) => {
    const known = transformed.get(path);
    if (known?.source === source) return known.result;
    const result = transform(path, options, source);
    transformed.set(path, { source, result });
    return result;
  };
  return transformer;
}
