/** The part of S3 that the functions call: list with a prefix, get, head, and put with an optional condition. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

interface S3Call {
  /** As IAM names the action: `s3.ListBucket`. */
  readonly operation: 's3.ListBucket' | 's3.GetObject' | 's3.HeadObject' | 's3.PutObject';
  readonly body: { readonly Bucket: string; readonly Key: string; readonly Prefix: string };
  readonly content: string;
  readonly ifNoneMatch: boolean;
  /** The checksum that the caller states. */
  readonly checksum: string | null;
  /** Whether the caller asks for the checksum. */
  readonly asksForChecksum: boolean;
}

/** By the service's name in the signature's scope. */
export function isS3({ headers }: IncomingMessage): boolean {
  return /Credential=[^/]+\/\d+\/[^/]+\/s3\//.test(headers.authorization ?? '');
}

/** Paths are `/bucket/key`: the endpoint is an address, which has no room for a bucket's name. */
export function s3CallOf({ method, url = '/', headers }: IncomingMessage, text: string): S3Call {
  const { pathname, searchParams } = new URL(url, 'http://s3');
  const [Bucket = '', ...rest] = decodeURIComponent(pathname.slice(1)).split('/');
  const Key = rest.join('/');
  const operation = OPERATIONS[method ?? 'GET'] ?? (Key === '' ? 's3.ListBucket' : 's3.GetObject');
  const body = { Bucket, Key, Prefix: searchParams.get('prefix') ?? '' };
  const checksum = (headers['x-amz-checksum-sha256'] as string | undefined) ?? null;
  const asksForChecksum = headers['x-amz-checksum-mode'] === 'ENABLED';
  return { operation, body, content: text, ifNoneMatch: headers['if-none-match'] === '*', checksum, asksForChecksum };
}

const OPERATIONS: Readonly<Record<string, S3Call['operation']>> = { PUT: 's3.PutObject', HEAD: 's3.HeadObject' };

const checksumOf = (content: string): string => createHash('sha256').update(content).digest('base64');

/** What was put with a checksum, by its name. */
const checked = new WeakMap<Map<string, string>, Map<string, string>>();

/**
 * As strict about checksums as the API reference of S3, HeadObject: "To retrieve the checksum, this parameter must be enabled."
 * (ChecksumMode) and "This checksum is only present if the checksum was uploaded with the object." (ChecksumSHA256).
 */
export function answerS3(
  objects: Map<string, string>,
  { operation, body: { Bucket, Key, Prefix }, content, ifNoneMatch, checksum, asksForChecksum }: S3Call,
): { readonly status: number; readonly said: string; readonly headers?: Readonly<Record<string, string>> } {
  const name = `${Bucket}/${Key}`;
  if (operation === 's3.ListBucket') {
    const keys = [...objects.keys()].filter((each) => each.startsWith(`${Bucket}/${Prefix}`)).sort();
    const contents = keys.map((each) => `<Contents><Key>${each.slice(Bucket.length + 1)}</Key></Contents>`).join('');
    return { status: 200, said: `<ListBucketResult>${contents}</ListBucketResult>` };
  }
  if (operation === 's3.GetObject') {
    const found = objects.get(name);
    return found === undefined
      ? { status: 404, said: '<Error><Code>NoSuchKey</Code></Error>' }
      : { status: 200, said: found };
  }
  if (operation === 's3.HeadObject') {
    const found = objects.get(name);
    // No answer to a HEAD has a body.
    if (found === undefined) return { status: 404, said: '' };
    const isKnown = asksForChecksum && checked.get(objects)?.get(name) === found;
    return { status: 200, said: '', headers: isKnown ? { 'x-amz-checksum-sha256': checksumOf(found) } : {} };
  }
  if (checksum !== null && checksum !== checksumOf(content))
    return { status: 400, said: '<Error><Code>BadDigest</Code></Error>' };
  if (ifNoneMatch && objects.has(name)) return { status: 412, said: '<Error><Code>PreconditionFailed</Code></Error>' };
  objects.set(name, content);
  const named = checked.get(objects) ?? new Map();
  checked.set(objects, named);
  if (checksum === null) named.delete(name);
  else named.set(name, content);
  return { status: 200, said: '' };
}
