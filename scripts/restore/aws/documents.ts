/** Documents and their earlier versions, in the bucket of a deployment. */
import {
  CopyObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { checksumOf, evidenceKey } from '../../../src/adapters/s3/evidence-store';
import type { EvidenceDigest } from '../../../src/protocol/evidence';
import type { OrgId } from '../../../src/protocol/identifiers';
import type { Plane } from '../plane';

export async function takeBack(Bucket: string, org: string, digest: EvidenceDigest): ReturnType<Plane['takeBack']> {
  const client = new S3Client({});
  const Key = evidenceKey(org as OrgId, digest);
  const hasDigest = async (VersionId?: string): Promise<boolean> => {
    const at = { Bucket, Key, ChecksumMode: 'ENABLED', ...(VersionId === undefined ? {} : { VersionId }) } as const;
    try {
      return (await client.send(new HeadObjectCommand(at))).ChecksumSHA256 === checksumOf(digest);
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
      throw error;
    }
  };
  if (await hasDigest()) return 'stored';
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
  for (const { VersionId } of Versions) {
    if (VersionId === undefined || !(await hasDigest(VersionId))) continue;
    const CopySource = `${encodeURIComponent(`${Bucket}/${Key}`)}?versionId=${VersionId}`;
    await client.send(new CopyObjectCommand({ Bucket, Key, CopySource, ChecksumAlgorithm: 'SHA256' }));
    return 'taken back';
  }
  return 'lost';
}
