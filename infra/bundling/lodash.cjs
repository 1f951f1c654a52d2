/**
 * Stands in the bundles for lodash, of which openapi-backend's router uses one chain when it looks an operation up.
 * Anything else that it calls is `undefined` and throws, so that a new use is noticed by `test/infra/bundles.test.ts`.
 */
exports.chain = (list) => ({
  /** Descending and stable, as lodash's. */
  orderBy: (by, order) => {
    if (order !== 'desc') throw new Error('infra/bundling/lodash.cjs orders descending only');
    return exports.chain([...list].sort((a, b) => by(b) - by(a)));
  },
  find: (matches) => ({ value: () => list.find(matches) }),
});
