import { generateKeyPairSync, sign } from 'node:crypto';
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
import type { SignedHead } from '../../src/app/ports';
import type { OrgId } from '../../src/protocol/identifiers';

const s3 = mockClient(S3Client);
const store = createS3HeadStore({ region: 'eu-central-1' }, 'heads-bucket');
const head = (seq: number): SignedHead => ({
  org: 'org_a' as OrgId,
  seq,
  hash: `h${seq}`,
  hashes: [`h${seq}`],
  at: 1,
  jws: 'a.b.c',
  jwk: { kty: 'EC' },
});
const refused = (status: number, name: string) =>
  new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode: status }, message: name });

beforeEach(() => s3.reset());

test('a later head has a name that S3 lists first, whatever the number of digits', () => {
  const names = [1, 9, 10, 99, 100, 123_456_789].map((seq) => headKey(head(seq)));
  expect([...names].sort()).toEqual(names.toReversed());
  expect(names[0]).toBe('heads/org_a/999999999998-1.json');
});

test('the last head is the first one listed of the organization, and null where there is none', async () => {
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: headKey(head(7)) }] });
  s3.on(GetObjectCommand, { Bucket: 'heads-bucket', Key: headKey(head(7)) }).resolves({
    Body: { transformToString: async () => JSON.stringify(head(7)) } as never,
  });
  expect(await store.last('org_a' as OrgId)).toEqual(head(7));
  // The slash ends the name: `org_a` is not answered with a head of `org_ab`.
  expect(s3.commandCalls(ListObjectsV2Command)[0]!.args[0].input).toMatchObject({
    Bucket: 'heads-bucket',
    Prefix: 'heads/org_a/',
    MaxKeys: 1,
  });

  s3.on(ListObjectsV2Command).resolves({});
  expect(await store.last('org_a' as OrgId)).toBeNull();
});

test('a head is put only where none is; its own lost answer is a success, and any other failure is not', async () => {
  s3.on(PutObjectCommand).resolves({});
  await store.publish(head(7));
  expect(s3.commandCalls(PutObjectCommand)[0]!.args[0].input).toMatchObject({
    Bucket: 'heads-bucket',
    Key: headKey(head(7)),
    Body: `${JSON.stringify(head(7))}\n`,
    ContentType: 'application/json',
    IfNoneMatch: '*',
  });
  s3.on(PutObjectCommand).rejects(Object.assign(refused(403, 'x'), { $metadata: {} }));
  await expect(store.publish(head(7))).rejects.toThrow('x');
  s3.on(PutObjectCommand).rejects(Object.assign(new Error('lost'), { $metadata: { httpStatusCode: 412 } }));
  await expect(store.publish(head(7))).rejects.toThrow('lost');

  s3.on(PutObjectCommand).rejects(refused(412, 'PreconditionFailed'));
  await expect(store.publish(head(7))).resolves.toBeUndefined();

  s3.on(PutObjectCommand).rejects(refused(403, 'AccessDenied'));
  await expect(store.publish(head(7))).rejects.toThrow('AccessDenied');
});

test('a restore reads all heads of its organization, page by page', async () => {
  const pages = [[8, 7], [3]].map((page) => page.map(signed));
  const listed = s3.on(ListObjectsV2Command);
  listed.resolvesOnce({ Contents: pages[0]!.map(({ Key }) => ({ Key })), NextContinuationToken: 'more' });
  listed.resolvesOnce({ Contents: pages[1]!.map(({ Key }) => ({ Key })) });
  for (const { Key, text } of pages.flat())
    s3.on(GetObjectCommand, { Bucket: 'heads-bucket', Key }).resolves({
      Body: { transformToString: async () => text } as never,
    });
  const heads = await headsFrom({ bucket: 'heads-bucket' }, null)('org_a');
  expect(heads.map(({ seq }) => seq)).toEqual([3, 7, 8]);
  expect(s3.commandCalls(ListObjectsV2Command).map(({ args: [{ input }] }) => input)).toMatchObject([
    { Prefix: 'heads/org_a/', ContinuationToken: undefined },
    { Prefix: 'heads/org_a/', ContinuationToken: 'more' },
  ]);
  s3.on(GetObjectCommand).resolves({ Body: { transformToString: async () => '{' } as never });
  listed.resolves({ Contents: [{ Key: 'heads/org_a/1' }] });
  await expect(headsFrom({ bucket: 'heads-bucket' }, null)('org_a')).rejects.toThrow('heads/org_a/1 is not JSON');
});

const KEYS = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function signed(seq: number): { readonly Key: string; readonly text: string } {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { jws: _, ...plain } = head(seq);
  const input = `${part({ alg: 'ES256' })}.${part(plain)}`;
  const signature = sign('sha256', Buffer.from(input), { key: KEYS.privateKey, dsaEncoding: 'ieee-p1363' });
  const jws = `${input}.${signature.toString('base64url')}`;
  const jwk = KEYS.publicKey.export({ format: 'jwk' });
  return { Key: headKey(head(seq)), text: JSON.stringify({ ...plain, jws, jwk }) };
}
