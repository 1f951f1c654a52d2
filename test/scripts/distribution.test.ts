/** What a standby asks of CloudFront about the host name. The complete command: test/infra/restore-from-table. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { distributionOf } from '../../scripts/restore/aws/distribution';
import { takeName } from '../../scripts/restore/name';
import { cloudFront } from '../infra/host/cloud-front';
import { aFolder } from '../support/folder';

jest.mock('../../scripts/restore/aws/stack', () => ({ outputsOf: async () => ({ DistributionId: 'E2OWN' }) }));

const NAME = 'authorize.acme.io';
const folder = aFolder();

describe('the distribution of a deployment, through the AWS CLI', () => {
  const calls = join(folder, 'calls');
  beforeEach(() => {
    writeFileSync(calls, '');
  });
  const answering = (answer: object, code = 0) => {
    writeFileSync(
      join(folder, 'aws'),
      `#!/bin/sh\necho "$@" >> ${calls}\necho '${JSON.stringify(answer)}'\nexit ${code}\n`,
    );
    chmodSync(join(folder, 'aws'), 0o755);
    return distributionOf('service', join(folder, 'aws'));
  };
  const called = () => readFileSync(calls, 'utf8').trim();

  it('its names are those of its configuration, and it may have none', async () => {
    const config = (Aliases: object) => ({ ETag: 'E', DistributionConfig: { Aliases } });
    expect(await answering(config({ Quantity: 1, Items: [NAME] })).aliases()).toEqual([NAME]);
    expect(await answering(config({ Quantity: 0 })).aliases()).toEqual([]);
    expect(called().split('\n')).toEqual(Array(2).fill('cloudfront get-distribution-config --id E2OWN --output json'));
  });

  it('the holders of a name are listed', async () => {
    const Items = [{ Alias: NAME, DistributionId: '*******EXAMPLE', AccountId: '******654321' }];
    const held = await answering({ ConflictingAliasesList: { Quantity: 1, Items } }).holders(NAME);
    expect(held).toEqual([{ distribution: '*******EXAMPLE', account: '******654321' }]);
    expect(called()).toBe(`cloudfront list-conflicting-aliases --distribution-id E2OWN --alias ${NAME} --output json`);
    expect(await answering({ ConflictingAliasesList: { Quantity: 0 } }).holders(NAME)).toEqual([]);
  });

  it('a name is moved to it, and what CloudFront refuses ends the command', async () => {
    await answering({}).take(NAME);
    expect(called()).toBe(`cloudfront associate-alias --target-distribution-id E2OWN --alias ${NAME} --output json`);
    await expect(answering({}, 254).take(NAME)).rejects.toThrow('associate-alias');
  });
});

describe('the host name of a deployment that takes over', () => {
  const config = join(folder, 'standby.json');
  const dev = JSON.parse(readFileSync(join(__dirname, '../../deployments/dev.json'), 'utf8'));
  const domain = { name: NAME, certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/one' };
  const take = async (edge: ReturnType<typeof cloudFront>, own: object | null) => {
    writeFileSync(config, JSON.stringify({ ...dev, frozen: true, domain: own }));
    const said: string[] = [];
    const log = (line: string) => void said.push(line);
    const last = await takeName({ distribution: edge.distribution('standby'), config, log });
    return { said: [...said, last], domain: JSON.parse(readFileSync(config, 'utf8')).domain };
  };

  it('a name that has moved already is not moved again, and the file says so', async () => {
    const edge = cloudFront({ first: [], standby: [NAME] });
    const taken = await take(edge, { ...domain, alias: false });
    expect([edge.moves, taken.domain]).toEqual([[], { ...domain, alias: true }]);
  });

  it('a name that nobody holds is taken, and nothing is done without one', async () => {
    const free = cloudFront({ standby: [] });
    expect((await take(free, { ...domain, alias: false })).said.at(-1)).toBe(
      `${NAME} belongs to the distribution of this region`,
    );
    expect(free.moves).toHaveLength(1);
    const edge = cloudFront({ standby: [] });
    expect(await take(edge, null)).toEqual({ said: [`${config} has no host name`], domain: null });
    for (const own of [domain, { ...domain, alias: true }])
      expect(await take(edge, own)).toEqual({ said: [`${NAME} stays where it is`], domain: own });
    expect(edge.moves).toEqual([]);
  });
});
