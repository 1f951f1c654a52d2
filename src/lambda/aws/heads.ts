import type { HeadStore } from '../../app/ports';
import { readEnv } from '../env';

/** Every post contains the last head, so reading it must not take long. */
const LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000 } };

/** Loaded on first use, so that functions that rarely read a head start without the S3 client. */
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
