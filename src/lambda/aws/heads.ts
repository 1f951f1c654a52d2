import type { HeadStore } from '../../service/audit/ports';
import { CANARY_ORG } from '../canary/names';
import { readEnv } from '../env';

/** Every post contains the last head, so reading it must not take long. */
const LIMITS = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000 } };

/** Loaded on first use, so that functions that rarely read a head start without the S3 client. */
export function headStore(): HeadStore {
  const { headsBucket, canaryHeadsBucket } = readEnv(['headsBucket', 'canaryHeadsBucket']);
  const opened = new Map<string, HeadStore>();
  const of = (org: string): HeadStore => {
    const bucket = org === CANARY_ORG ? canaryHeadsBucket : headsBucket;
    const store = opened.get(bucket) ?? openStore(bucket);
    opened.set(bucket, store);
    return store;
  };
  return { last: (org) => of(org).last(org), publish: (head) => of(head.org).publish(head) };
}

function openStore(bucket: string): HeadStore {
  const { createS3HeadStore } =
    require('../../adapters/s3/head-store') as typeof import('../../adapters/s3/head-store');
  return createS3HeadStore(LIMITS, bucket);
}
