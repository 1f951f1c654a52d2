/** The published heads that a restore is compared with: in their bucket, or in a copy of it. */
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { HeadRefused, type VerifiedHead, verifiedHead } from '../verify-audit/head';
import { NoHeads, readHeads, verifiedHeads } from '../verify-audit/heads';

export type HeadsSource = { readonly bucket: string } | { readonly path: string };

/** Of one organization, oldest first. `pinned`: the key that is trusted; null accepts the key that comes with a head. */
export function headsFrom(source: HeadsSource, pinned: unknown): (org: string) => Promise<readonly VerifiedHead[]> {
  if ('path' in source) return async (org) => ofPath(source.path, pinned, org);
  const client = new S3Client({});
  return (org) => ofBucket(client, source.bucket, pinned, org);
}

/** An organization that is younger than a minute has none. */
function ofPath(path: string, pinned: unknown, org: string): VerifiedHead[] {
  try {
    return readHeads(path, pinned, org);
  } catch (error) {
    if (error instanceof NoHeads) return [];
    throw error;
  }
}

async function ofBucket(client: S3Client, Bucket: string, pinned: unknown, org: string): Promise<VerifiedHead[]> {
  const documents: unknown[] = [];
  let ContinuationToken: string | undefined;
  do {
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `heads/${org}/`, ContinuationToken }));
    for (const { Key } of listed.Contents ?? []) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      documents.push(parsed(Key!, await Body!.transformToString('utf-8')));
    }
    ContinuationToken = listed.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return verifiedHeads(
    documents.map((document) => verifiedHead(document, pinned)),
    org,
  );
}

function parsed(key: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HeadRefused(`${key} is not JSON`);
  }
}
