/**
 * Published heads in a write-once bucket: one object for each head (docs/design.md#audit-chain).
 *
 * The bucket has an Object Lock, so no function of the service can change or remove a head before its retention ends
 * (`headComplianceDays` in docs/deploy.md#configuration). The name of an object counts down, because S3 lists names in ascending order only: the first name of
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
import { headText, type PublishedHead, parseHead } from '../../protocol/statements/head';
import type { HeadStore } from '../../service/audit/ports';

export function createS3HeadStore(config: S3ClientConfig, bucket: string): HeadStore {
  const client = new S3Client(config);
  return {
    async last(org) {
      const listed = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefixOf(org), MaxKeys: 1 }));
      const newest = listed.Contents?.[0]?.Key;
      if (newest === undefined) return null;
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: newest }));
      const head = parseHead(await Body!.transformToString('utf-8'));
      if (head === null) throw new Error(`${newest} is no head of an audit chain`);
      return head;
    },

    async publish(head) {
      try {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: headKey(head),
            Body: `${headText(head)}\n`,
            ContentType: 'application/json',
            IfNoneMatch: '*',
          }),
        );
        return true;
      } catch (error) {
        // The head is already published, by another instance or by our own put whose answer was lost. The caller reads
        // it again.
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return false;
        throw error;
      }
    },
  };
}

const prefixOf = (org: string): string => `heads/${org}/`;

/** Twelve digits, like the chain's own keys. */
const MAX_N = 999_999_999_999;

/** One name for each `n`, so two heads with one `n` compete for one object. */
export function headKey({ org, n }: Pick<PublishedHead, 'org' | 'n'>): string {
  return `${prefixOf(org)}${String(MAX_N - n).padStart(12, '0')}-${n}.json`;
}
