/**
 * Node's environment, in which no test runs in an `AsyncLocalStorage` and no module is compiled twice.
 *
 * jest-circus puts the name of each test into one, for concurrent tests, of which there are none here. Node 20 pays for
 * each such storage with every promise, and jest leaves one behind for each file: a tenth of the processor time of all tests.
 *
 * Each suite has modules of its own, and jest compiles each of them again, with every function in it that is called. A script
 * can run in any context, so each worker compiles a module once: a third of the processor time of the suites that need no
 * browser and no database.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
  // The name of a test is the only text that is kept in one. What else is kept has fields.
  return typeof store === 'string' ? callback(...args) : run.call(this, store, callback, ...args);
};

const { compileFunction } = vm;
const compiled = new Map();

/** Jest alone names a context, and all it does in `importModuleDynamically` is to refuse: modules of tests are CommonJS. */
vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (parsingContext === undefined) return compileFunction(source, parameters, options);
  const known = compiled.get(filename);
  const module = known?.source === source ? known : { source, script: scriptOf(source, parameters, filename) };
  compiled.set(filename, module);
  return module.script.runInContext(parsingContext);
};

function scriptOf(source, parameters, filename) {
  const head = `(function (${parameters}) {`;
  return new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
}

module.exports = TestEnvironment;
