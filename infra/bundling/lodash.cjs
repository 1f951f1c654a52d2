/**
 * Replaces lodash in the bundles. openapi-backend's router uses only one chain of it when it looks up an operation. Any
 * other call throws, so that `test/infra/bundles.test.ts` notices a new use.
 */
exports.chain = (list) => ({
  /** Descending and stable, like lodash's. */
  orderBy: (by, order) => {
    if (order !== 'desc') throw new Error('infra/bundling/lodash.cjs orders descending only');
    return exports.chain([...list].sort((a, b) => by(b) - by(a)));
  },
  find: (matches) => ({ value: () => list.find(matches) }),
});
