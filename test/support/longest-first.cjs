/**
 * The order of the suites: those that take longest first, so that no worker is left alone with one of them at the end.
 * On a machine that has not run them yet, jest knows no durations and guesses by the size of the file.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Browser suites mostly wait, so they run in parallel with suites that need the processor. */
const LONGEST = [
  'test/console/every-page',
  'test/client/package',
  'test/infra/restore.test',
  'test/console/ceremony',
  'test/console/admin',
  'test/store/proof',
  'test/journey/examples',
  'test/infra/bundles',
  'test/console/click-through',
  'test/console/decision',
  'test/protocol/proof-groups',
  'test/gate/frameworks',
  'test/security/asking-twice',
  'test/client/generators',
  'test/infra/restore-from-table',
  'test/infra/independent',
  'test/console/frame',
  'test/journey/kill',
  'test/journey/audit',
  'test/console/search',
  'test/simulation/simulation',
  'test/console/lib/request-page',
  'test/infra/updates',
  'test/linearizability/histories',
  'test/scripts/ensure-console',
  'test/console/lib/evidence-fuzz',
  'test/gate/killed',
  'test/client/runtimes',
  'test/infra/lifecycle',
  'test/gate/gate',
  'test/scripts/build-docs',
  'test/delivery/engine/crash',
  'test/client/snippets',
  'test/console/consistent',
  'test/security/fresh-sign-in',
  'test/infra/nag',
  'test/security/company-attempts',
  'test/gate/start',
  'test/console/scale',
  'test/gate/repeated',
  'test/store/conformance',
  'test/simulation/shrink',
  'test/console/questions',
  'test/journey/events',
  'test/security/powers',
  'test/architecture/layers',
  'test/security/one-admin',
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
