/** The upstream of the conformance test passes all scenarios of the suite directly. By hand: `npm run gate:clients`. */
import { aFolder } from '../../support/folder';
import { openFixture } from '../conformance/fixture';
import { serverSuite } from '../conformance/suite';
import { LIMIT_MS } from '../support/run';

it.each(['2025-11-25', '2026-07-28'])('with %s no check of the fixture fails without a gate', async (version) => {
  const folder = aFolder();
  const fixture = await openFixture();
  const { passed, failed } = await serverSuite(fixture.url, version, folder);
  await fixture.close();
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThan(60);
});

jest.setTimeout(LIMIT_MS);
