/**
 * The order of the suites: those that take longest first, so that no worker is left alone with one of them at the end.
 * On a machine that has not run them yet, jest knows no durations and guesses by the size of the file.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Those in a browser wait for much of their time, so they run beside those that compute. */
const LONGEST = [
  'test/console/every-page',
  'test/infra/bundles',
  'test/simulation/simulation',
  'test/console/ceremony',
  'test/client/package',
  'test/console/scale',
  'test/infra/updates',
  'test/console/admin',
  'test/infra/independent',
  'test/protocol/proof-groups',
  'test/journey/kill',
  'test/infra/restore',
  'test/delivery/engine/dead-endpoint',
  'test/infra/wiring',
  'test/console/decision',
  'test/store/administration',
  'test/infra/package',
  'test/scripts/admin',
  'test/console/click-through',
  'test/client/worker',
  'test/journey/consumer',
  'test/security/one-admin',
  'test/console/questions',
  'test/delivery/engine/crash',
  'test/infra/failover',
  'test/journey/examples',
  'test/architecture/layers',
  'test/client/generators',
  'test/console/consistent',
  'test/store/proof',
  'test/api/fuzz',
  'test/journey/audit',
  'test/infra/lifecycle',
  'test/api/races',
  'test/linearizability/histories',
  'test/store/conformance',
  'test/journey/ceremony',
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
