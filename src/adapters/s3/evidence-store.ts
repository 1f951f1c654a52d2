/**
 * Documents beside requests: one object for each organization and digest (docs/decisions/evidence.md).
 *
 * The bucket has versions, so what its lifecycle removed leaves a marker behind. By that marker, a document that expired
 * differs from one that was never stored.
 */
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { EvidenceDigest } from '../../protocol/evidence';
import type { OrgId } from '../../protocol/identifiers';
import type { EvidenceStore } from '../../service/request/ports';

export function createS3EvidenceStore(config: S3ClientConfig, bucket: string): EvidenceStore {
  const client = new S3Client(config);
  const at = (org: OrgId, digest: EvidenceDigest) => ({ Bucket: bucket, Key: evidenceKey(org, digest) });
  return {
    async put(org, digest, bytes) {
      // S3 compares the checksum with the bytes that arrive, and stores it.
      const object = { ...at(org, digest), Body: bytes, ChecksumSHA256: checksumOf(digest) };
      await client.send(new PutObjectCommand(object));
    },

    async read(org, digest) {
      const found = await orGone(client.send(new GetObjectCommand(at(org, digest))));
      return typeof found === 'string' ? found : found.Body!.transformToByteArray();
    },

    async check(org, digest) {
      const found = await orGone(client.send(new HeadObjectCommand({ ...at(org, digest), ChecksumMode: 'ENABLED' })));
      if (typeof found === 'string') return found;
      return found.ChecksumSHA256 === checksumOf(digest) ? 'stored' : 'changed';
    },
  };
}

async function orGone<T>(call: Promise<T>): Promise<T | 'missing' | 'expired'> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    // A bucket that does not exist is an outage, and says nothing about documents.
    if (error.name === 'NoSuchBucket') throw error;
    return error.$response?.headers['x-amz-delete-marker'] === 'true' ? 'expired' : 'missing';
  }
}

const HEX = 'sha256:'.length;

/** The digest in the form of S3, base64. */
export const checksumOf = (digest: EvidenceDigest): string => Buffer.from(digest.slice(HEX), 'hex').toString('base64');

/** Every key ends with the same number of hex digits, so the keys of two organizations are never equal. */
export const evidenceKey = (org: OrgId, digest: EvidenceDigest): string => `evidence/${org}/${digest.slice(HEX)}`;
