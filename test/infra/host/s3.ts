/** As much of S3 as the functions call: a list with a prefix, a get, and a put that may be conditional. */
import type { IncomingMessage } from 'node:http';

export interface S3Call {
  /** As IAM names the action: `s3.ListBucket`. */
  readonly operation: 's3.ListBucket' | 's3.GetObject' | 's3.PutObject';
  readonly body: { readonly Bucket: string; readonly Key: string; readonly Prefix: string };
  readonly content: string;
  readonly ifNoneMatch: boolean;
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
  const operation = method === 'PUT' ? 's3.PutObject' : Key === '' ? 's3.ListBucket' : 's3.GetObject';
  const body = { Bucket, Key, Prefix: searchParams.get('prefix') ?? '' };
  return { operation, body, content: text, ifNoneMatch: headers['if-none-match'] === '*' };
}

export function answerS3(
  objects: Map<string, string>,
  { operation, body: { Bucket, Key, Prefix }, content, ifNoneMatch }: S3Call,
): { readonly status: number; readonly said: string } {
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
  if (ifNoneMatch && objects.has(name)) return { status: 412, said: '<Error><Code>PreconditionFailed</Code></Error>' };
  objects.set(name, content);
  return { status: 200, said: '' };
}
