/**
 * The order of the suites: those that take longest first, so that no worker is left alone with one of them at the end.
 * On a machine that has not run them yet, jest knows no durations and guesses by the size of the file.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  'test/infra/bundles',
  'test/simulation/simulation',
  'test/client/package',
  'test/infra/package',
  'test/journey/kill',
  'test/linearizability/histories',
  'test/delivery/engine/crash',
  'test/journey/ceremony',
  'test/journey/examples',
  'test/client/generators',
  'test/journey/audit',
  'test/api/listExecutableRequests',
  'test/infra/lifecycle',
  'test/delivery/engine/recover',
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const places = new Map([...super.sort(tests)].map((test) => [test, placeOf(test.path)]));
    return [...places.keys()].sort((one, other) => places.get(one) - places.get(other));
  }
};

function placeOf(path) {
  const place = LONGEST.findIndex((suite) => path.includes(suite));
  return place < 0 ? LONGEST.length : place;
}
