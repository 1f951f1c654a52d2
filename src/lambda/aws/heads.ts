import type { HeadStore } from '../../app/ports';
import { readEnv } from '../env';

/** A post carries the last head, and must not wait long for it. */
const LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000 } };

/** Loaded at its first use: the functions that read a head now and then start without the client of S3. */
export function headStore(): HeadStore {
  const { headsBucket } = readEnv(['headsBucket']);
  let opened: HeadStore | null = null;
  const open = () => {
    opened ??= openStore(headsBucket);
    return opened;
  };
  return { last: (org) => open().last(org), publish: (head) => open().publish(head) };
}

function openStore(bucket: string): HeadStore {
  const { createS3HeadStore } =
    require('../../adapters/s3/head-store') as typeof import('../../adapters/s3/head-store');
  return createS3HeadStore(LIMITS, bucket);
}
