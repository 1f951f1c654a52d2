/**
 * The order of the suites: those that take longest first, so that no worker is left alone with one of them at the end.
 * On a machine that has not run them yet, jest knows no durations and guesses by the size of the file.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Browser suites mostly wait, so they run in parallel with suites that need the processor. */
const LONGEST = [
  'test/console/every-page',
  'test/client/package',
  'test/infra/restore',
  'test/console/ceremony',
  'test/simulation/simulation',
  'test/console/admin',
  'test/infra/bundles',
  'test/infra/updates',
  'test/console/scale',
  'test/infra/independent',
  'test/journey/kill',
  'test/console/click-through',
  'test/security/one-admin',
  'test/console/search',
  'test/infra/package',
  'test/delivery/engine/dead-endpoint',
  'test/console/decision',
  'test/api/listEvents/listEvents',
  'test/gate/frameworks',
  'test/simulation/shrink',
  'test/scripts/admin',
  'test/api/races',
  'test/journey/consumer',
  'test/journey/examples',
  'test/client/generators',
  'test/console/questions',
  'test/security/powers',
  'test/delivery/engine/crash',
  'test/console/consistent',
  'test/architecture/layers',
  'test/store/proof',
  'test/protocol/proof-groups',
  'test/infra/failover',
  'test/api/fuzz',
  'test/client/snippets',
  'test/linearizability/histories',
  'test/console/frame',
  'test/store/conformance',
  'test/infra/nag',
  'test/infra/lifecycle',
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
