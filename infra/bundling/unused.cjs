/**
 * Stands in a bundle for a package that is loaded and never called. Calling it after all throws, so that it is noticed
 * and not silently skipped.
 */
const unused = () => {
  throw new Error('left out of the bundle: infra/constructs/service-function.ts');
};
module.exports = new Proxy(unused, { get: (_, name) => (name === '__esModule' ? undefined : unused) });
