/** Packages that two manifests name. */
import { devDependencies } from '../../package.json';
import { dependencies } from '../../src/gate/package.json';

it('the suites of the gate run with the versions of its packages that the gate has', () => {
  expect(devDependencies).toMatchObject(dependencies);
});
