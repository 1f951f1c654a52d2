/** The published heads that a restore is compared with: in their bucket, or in a copy of it. */
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { verifiedHead } from '../verify-audit/head';
import { NoHeads, readHeads, sequenceOf } from '../verify-audit/heads';

export type HeadsSource = { readonly bucket: string } | { readonly path: string };

/**
 * The heads of one organization, oldest first. `pinned`: the trusted key. Null accepts the key that comes with a head.
 */
export function headsFrom(source: HeadsSource, pinned: unknown): (org: string) => Promise<readonly PublishedHead[]> {
  if ('path' in source) return async (org) => ofPath(source.path, pinned, org);
  const client = new S3Client({});
  return (org) => ofBucket(client, source.bucket, pinned, org);
}

/** A new organization has no head for some minutes. */
function ofPath(path: string, pinned: unknown, org: string): PublishedHead[] {
  try {
    return readHeads(path, pinned, org);
  } catch (error) {
    if (error instanceof NoHeads) return [];
    throw error;
  }
}

async function ofBucket(client: S3Client, Bucket: string, pinned: unknown, org: string): Promise<PublishedHead[]> {
  const heads: PublishedHead[] = [];
  let ContinuationToken: string | undefined;
  do {
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `heads/${org}/`, ContinuationToken }));
    for (const { Key } of listed.Contents ?? []) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      heads.push(verifiedHead(await Body!.transformToString('utf-8'), pinned));
    }
    ContinuationToken = listed.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return sequenceOf(heads, org);
}
