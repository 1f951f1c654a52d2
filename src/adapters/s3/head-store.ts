/**
 * Published heads in a write-once bucket: one object for each head (docs/design.md#audit-chain).
 *
 * The bucket has an Object Lock in compliance mode, so no role of this account can change or remove a head before its
 * retention ends. The name of an object counts down, because S3 lists names in ascending order only: the first name of
 * an organization is its last head.
 */
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { HeadStore, SignedHead } from '../../app/ports';

export function createS3HeadStore(config: S3ClientConfig, bucket: string): HeadStore {
  const client = new S3Client(config);
  return {
    async last(org) {
      const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefixOf(org), MaxKeys: 1 }));
      const newest = listed.Contents?.[0]?.Key;
      if (newest === undefined) return null;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: newest }));
      return JSON.parse(await Body!.transformToString('utf-8')) as SignedHead;
    },

    async publish(head) {
      try {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: headKey(head),
            Body: `${JSON.stringify(head)}\n`,
            ContentType: 'application/json',
            IfNoneMatch: '*',
          }),
        );
      } catch (error) {
        // Published before: by another instance, or by our own put whose answer was lost.
        if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 412) throw error;
      }
    },
  };
}

const prefixOf = (org: string): string => `heads/${org}/`;

/** Twelve digits, as the chain's own keys have. */
const MAX_SEQ = 999_999_999_999;

export function headKey({ org, seq }: Pick<SignedHead, 'org' | 'seq'>): string {
  return `${prefixOf(org)}${String(MAX_SEQ - seq).padStart(12, '0')}-${seq}.json`;
}
