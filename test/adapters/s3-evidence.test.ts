/** Documents in a bucket, over the wire (docs/decisions/evidence.md). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { checksumOf, createS3EvidenceStore, evidenceKey } from '../../src/adapters/s3/evidence-store';
import { digestOf } from '../../src/protocol/hash';
import type { OrgId } from '../../src/protocol/identifiers';
import type { EvidenceStore } from '../../src/service/request/ports';
import { answerS3, s3CallOf } from '../infra/host/s3';

const [ORG, OTHER] = ['org_a', 'org_b'] as [OrgId, OrgId];
const PLAN = 'the plan';
const DIGEST = digestOf(PLAN);
const NAME = `documents/${evidenceKey(ORG, DIGEST)}`;

describe('documents in a bucket', () => {
  const objects = new Map<string, string>();
  /** Names whose newest version is a marker. */
  const removed = new Set<string>();
  const asked: string[] = [];
  /** What the bucket answers instead. */
  let down: readonly [status: number, code: string] | null = null;
  let server: Server;
  let store: EvidenceStore;
  let client: S3Client;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const call = s3CallOf(request, Buffer.concat(chunks).toString());
      const name = `${call.body.Bucket}/${call.body.Key}`;
      asked.push(`${call.operation} ${name}`);
      if (down !== null) {
        const [status, code] = down;
        return response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
      }
      const { status, said, headers } = answerS3(objects, call);
      const marker = removed.has(name) ? { 'x-amz-delete-marker': 'true' } : {};
      return response.writeHead(status, { 'content-type': 'application/xml', ...headers, ...marker }).end(said);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const config = { region: 'eu-central-1', endpoint, credentials, forcePathStyle: true, maxAttempts: 1 };
    store = createS3EvidenceStore(config, 'documents');
    client = new S3Client(config);
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  beforeEach(() => {
    objects.clear();
    removed.clear();
    asked.length = 0;
    down = null;
  });

  it('a document is stored with its checksum, which a check asks for without reading it', async () => {
    await store.put(ORG, DIGEST, Buffer.from(PLAN));
    expect(await store.check(ORG, DIGEST)).toBe('stored');
    expect(asked).toEqual([`s3.PutObject ${NAME}`, `s3.HeadObject ${NAME}`]);
    expect(Buffer.from((await store.read(ORG, DIGEST)) as Uint8Array).toString()).toBe(PLAN);
  });

  it('the bucket refuses bytes that arrive otherwise than they were sent', async () => {
    await expect(store.put(ORG, DIGEST, Buffer.from('other'))).rejects.toThrow(/BadDigest|Unknown/);
    expect(objects.size).toBe(0);
  });

  it('a document that was stored without its checksum is not taken for the one that was asked for', async () => {
    const digest = digestOf('put by a program that states no checksum');
    objects.set(`documents/${evidenceKey(ORG, digest)}`, 'put by a program that states no checksum');
    expect(await store.check(ORG, digest)).toBe('changed');
    await store.put(ORG, digest, Buffer.from('put by a program that states no checksum'));
    expect(await store.check(ORG, digest)).toBe('stored');
  });

  it('a document that somebody overwrote is changed, and is read as it is', async () => {
    objects.set(NAME, 'the plaN');
    expect(await store.check(ORG, DIGEST)).toBe('changed');
    expect(Buffer.from((await store.read(ORG, DIGEST)) as Uint8Array).toString()).toBe('the plaN');
  });

  it('a document that was overwritten by another one, with its checksum, is changed', async () => {
    await store.put(ORG, DIGEST, Buffer.from(PLAN));
    const ChecksumSHA256 = checksumOf(digestOf('the plaN'));
    const name = { Bucket: 'documents', Key: evidenceKey(ORG, DIGEST) };
    await client.send(new PutObjectCommand({ ...name, Body: 'the plaN', ChecksumSHA256 }));
    expect(await store.check(ORG, DIGEST)).toBe('changed');
  });

  it('a document that was removed left a marker, and one that was never stored did not', async () => {
    expect([await store.check(ORG, DIGEST), await store.read(ORG, DIGEST)]).toEqual(['missing', 'missing']);
    removed.add(NAME);
    expect([await store.check(ORG, DIGEST), await store.read(ORG, DIGEST)]).toEqual(['expired', 'expired']);
  });

  // "HTTP status code 403 Forbidden error" is what S3 answers for an object that is not there to a caller without
  // s3:ListBucket (API reference, HeadObject), so it is no statement about the object.
  it.each([
    [403, 'AccessDenied'],
    [405, 'MethodNotAllowed'],
    [412, 'PreconditionFailed'],
    [500, 'InternalError'],
    [503, 'SlowDown'],
  ])('an outage says nothing about a document: %i %s', async (status, code) => {
    await store.put(ORG, DIGEST, Buffer.from(PLAN));
    down = [status, code];
    await expect(store.check(ORG, DIGEST)).rejects.toThrow();
    await expect(store.read(ORG, DIGEST)).rejects.toThrow();
    await expect(store.put(ORG, DIGEST, Buffer.from(PLAN))).rejects.toThrow();
  });

  it('a bucket that does not exist says nothing about a document', async () => {
    down = [404, 'NoSuchBucket'];
    await expect(store.read(ORG, DIGEST)).rejects.toThrow('NoSuchBucket');
    down = [404, 'NoSuchKey'];
    expect(await store.read(ORG, DIGEST)).toBe('missing');
  });

  it('a document of another organization is asked for as one that nobody has: by one call, under the own organization', async () => {
    await store.put(ORG, DIGEST, Buffer.from(PLAN));
    asked.length = 0;
    const nobodys = digestOf('nobody has this');
    expect([await store.check(OTHER, DIGEST), await store.check(OTHER, nobodys)]).toEqual(['missing', 'missing']);
    expect([await store.read(OTHER, DIGEST), await store.read(OTHER, nobodys)]).toEqual(['missing', 'missing']);
    expect(asked).toEqual(
      ['HeadObject', 'GetObject'].flatMap((call) =>
        [DIGEST, nobodys].map((digest) => `s3.${call} documents/evidence/org_b/${digest.slice('sha256:'.length)}`),
      ),
    );
  });
});
