import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { headsFrom } from '../../scripts/restore/heads';
import { createS3HeadStore, headKey } from '../../src/adapters/s3/head-store';
import { person } from '../../src/protocol/actor';
import type { OrgId } from '../../src/protocol/identifiers';
import { headText, type PublishedHead } from '../../src/protocol/statements/head';
import { append, genesis } from '../../src/service/audit/rules/chain';
import { bodyOf } from '../support/aws-answers';
import { headsOver } from '../support/heads';

const s3 = mockClient(S3Client);
const store = createS3HeadStore({ region: 'eu-central-1' }, 'heads-bucket');
const CHAIN = append(
  genesis('org_a'),
  Array.from({ length: 8 }, (_, n) => ({ at: n, kind: 'key.turned', subject: 'req_1', ...person('op_a'), data: {} })),
);
let heads: PublishedHead[];
beforeAll(async () => {
  heads = await headsOver('org_a', CHAIN, [3, 7, 8]);
});
const storedAs = (head: PublishedHead) => ({ Body: bodyOf(headText(head)) });
const refused = (status: number, name: string) =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode: status }, message: name });

beforeEach(() => s3.reset());

test('a later head has a name that S3 lists first, whatever the number of digits', () => {
  const names = [1, 9, 10, 99, 100, 123_456_789].map((n) => headKey({ org: 'org_a', n }));
  expect([...names].sort()).toEqual(names.toReversed());
  expect(names[0]).toBe('heads/org_a/999999999998-1.json');
});

test('heads with the same number have the same name, whatever they cover', () => {
  expect(headKey({ ...heads[0]!, ...{ seq: 9 } })).toBe(headKey(heads[0]!));
});

test('the last head is the first listed one of the organization, or null if there is none', async () => {
  const [, , last] = heads;
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: headKey(last!) }] });
  s3.on(GetObjectCommand, { Bucket: 'heads-bucket', Key: headKey(last!) }).resolves(storedAs(last!));
  expect(await store.last('org_a' as OrgId)).toEqual(last);
  // The slash ends the name, so that `org_a` does not get a head of `org_ab`.
  expect(s3.commandCalls(ListObjectsV2Command)[0]!.args[0].input).toMatchObject({
    Bucket: 'heads-bucket',
    Prefix: 'heads/org_a/',
    MaxKeys: 1,
  });
  s3.on(GetObjectCommand).resolves({ Body: bodyOf('{"seq":8}') });
  await expect(store.last('org_a' as OrgId)).rejects.toThrow('999999999996-3.json is no head of an audit chain');

  s3.on(ListObjectsV2Command).resolves({});
  expect(await store.last('org_a' as OrgId)).toBeNull();
});

test('a head is written only if none has its name, and any other failure is an error', async () => {
  const [head] = heads;
  s3.on(PutObjectCommand).resolves({});
  expect(await store.publish(head!)).toBe(true);
  expect(s3.commandCalls(PutObjectCommand)[0]!.args[0].input).toMatchObject({
    Bucket: 'heads-bucket',
    Key: headKey(head!),
    Body: `${headText(head!)}\n`,
    ContentType: 'application/json',
    IfNoneMatch: '*',
  });
  s3.on(PutObjectCommand).rejects(Object.assign(refused(403, 'x'), { $metadata: {} }));
  await expect(store.publish(head!)).rejects.toThrow('x');
  s3.on(PutObjectCommand).rejects(Object.assign(new Error('lost'), { $metadata: { httpStatusCode: 412 } }));
  await expect(store.publish(head!)).rejects.toThrow('lost');

  s3.on(PutObjectCommand).rejects(refused(412, 'PreconditionFailed'));
  expect(await store.publish(head!)).toBe(false);

  s3.on(PutObjectCommand).rejects(refused(403, 'AccessDenied'));
  await expect(store.publish(head!)).rejects.toThrow('AccessDenied');
});

test('a restore reads all heads of its organization, page by page', async () => {
  const [first, ...later] = heads;
  const listed = s3.on(ListObjectsV2Command);
  const contents = (page: readonly PublishedHead[]) => page.map((head) => ({ Key: headKey(head) }));
  listed.resolvesOnce({ Contents: contents(later.toReversed()), NextContinuationToken: 'more' });
  listed.resolvesOnce({ Contents: contents([first!]) });
  for (const head of heads)
    s3.on(GetObjectCommand, { Bucket: 'heads-bucket', Key: headKey(head) }).resolves(storedAs(head));
  const read = await headsFrom({ bucket: 'heads-bucket' }, null)('org_a');
  expect(read.map(({ n, seq }) => [n, seq])).toEqual([
    [1, 3],
    [2, 7],
    [3, 8],
  ]);
  expect(s3.commandCalls(ListObjectsV2Command).map(({ args: [{ input }] }) => input)).toMatchObject([
    { Prefix: 'heads/org_a/', ContinuationToken: undefined },
    { Prefix: 'heads/org_a/', ContinuationToken: 'more' },
  ]);
  s3.on(GetObjectCommand).resolves({ Body: bodyOf('{') });
  listed.resolves({ Contents: [{ Key: 'heads/org_a/1' }] });
  await expect(headsFrom({ bucket: 'heads-bucket' }, null)('org_a')).rejects.toThrow('is not JSON');
});

test('a restore reads 64 heads at a time, of all organizations together, and each of them once', async () => {
  const orgs = ['org_a', 'org_b'];
  s3.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: Array.from({ length: 100 }, (_, n) => ({ Key: `${Prefix}${n}` })),
  }));
  let [atOnce, most] = [0, 0];
  s3.on(GetObjectCommand).callsFake(async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return storedAs(heads[0]!);
  });
  const headsOf = headsFrom({ bucket: 'heads-bucket' }, null);
  const read = () => Promise.allSettled(orgs.map(headsOf));
  await read();
  await read();
  expect([most, s3.commandCalls(GetObjectCommand).length]).toEqual([64, 200]);
});
