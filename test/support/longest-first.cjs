/**
 * The order of the suites: those that take longest first, so that no worker is left alone with one of them at the end.
 * On a machine that has not run them yet, jest knows no durations and guesses by the size of the file.
 */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Browser suites mostly wait, so they run in parallel with suites that need the processor. */
const LONGEST = [
  'test/client/package',
  'test/console/every-page',
  'test/console/admin',
  'test/console/ceremony',
  'test/infra/restore.test',
  'test/infra/bundles',
  'test/journey/examples',
  'test/store/proof',
  'test/console/decision',
  'test/console/click-through',
  'test/gate/frameworks',
  'test/infra/independent',
  'test/journey/kill',
  'test/security/asking-twice',
  'test/infra/restore-from-table',
  'test/gate/conformance/conformance',
  'test/delivery/engine/dead-endpoint',
  'test/client/generators',
  'test/infra/updates',
  'test/scripts/advisories',
  'test/console/audit-log',
  'test/simulation/simulation',
  'test/console/frame',
  'test/console/scale',
  'test/simulation/shrink',
  'test/scripts/build-docs',
  'test/console/consistent',
  'test/simulation/backup',
  'test/architecture/layers',
  'test/console/search',
  'test/delivery/engine/crash',
  'test/journey/consumer',
  'test/client/snippets',
  'test/api/races',
  'test/security/one-admin',
  'test/gate/repeated',
  'test/api/listEvents/listEvents',
  'test/api/execution',
  'test/console/questions',
  'test/security/company-answers',
  'test/journey/readme',
  'test/security/powers',
  'test/infra/package',
  'test/gate/lanes',
  'test/scripts/ensure-console',
  'test/gate/start',
  'test/infra/nag',
  'test/protocol/proof-groups.property',
  'test/scripts/arguments',
  'test/infra/lifecycle',
  'test/store/audit',
  'test/gate/killed',
  'test/client/runtimes',
  'test/store/conformance',
  'test/journey/main-job',
  'test/api/fuzz/console',
  'test/scripts/admin',
  'test/security/access',
  'test/console/lib/request-page',
  'test/linearizability/histories',
  'test/gate/gives-up',
  'test/local/routes',
  'test/local/first-sweep',
  'test/journey/audit',
  'test/gate/runs',
  'test/lambda/functions',
  'test/security/company-answers',
  'test/security/fresh-sign-in',
  'test/security/boundaries',
  'test/console/lib/evidence-fuzz',
  'test/gate/gate',
  'test/journey/events',
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
