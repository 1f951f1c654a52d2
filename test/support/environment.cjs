/**
 * Node's environment, in which no test runs in an `AsyncLocalStorage`.
 *
 * jest-circus puts the name of each test into one, for concurrent tests, of which there are none here. Node 20 pays for
 * each such storage with every promise, and jest leaves one behind for each file: a tenth of the processor time of all tests.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const { run } = AsyncLocalStorage.prototype;

AsyncLocalStorage.prototype.run = function (store, callback, ...args) {
  // The name of a test is the only text that is kept in one. What else is kept has fields.
  return typeof store === 'string' ? callback(...args) : run.call(this, store, callback, ...args);
};

module.exports = TestEnvironment;
