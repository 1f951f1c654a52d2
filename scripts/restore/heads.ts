/** The published heads that a restore is compared with: in their bucket, or in a copy of it. */
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { PublishedHead } from '../../src/protocol/statements/head';
import { verifiedHead } from '../verify-audit/head';
import { NoHeads, readHeads, sequenceOf } from '../verify-audit/heads';
import { slots } from './survey';

export type HeadsSource = { readonly bucket: string } | { readonly path: string };

/** The heads of one organization, oldest first. */
export type HeadsOf = (org: string) => Promise<readonly PublishedHead[]>;

/** Each organization's heads are read once. `pinned`: the trusted key. Null accepts the key that comes with a head. */
export function headsFrom(source: HeadsSource, pinned: unknown): HeadsOf {
  const read =
    'path' in source ? async (org: string) => ofPath(source.path, pinned, org) : ofBucket(source.bucket, pinned);
  const known = new Map<string, ReturnType<HeadsOf>>();
  return (org) => {
    const heads = known.get(org) ?? read(org);
    known.set(org, heads);
    return heads;
  };
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

/** All organizations together have so many calls side by side as `slots` has. */
function ofBucket(Bucket: string, pinned: unknown): HeadsOf {
  const [client, slot] = [new S3Client({}), slots()];
  const one = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return packed(verifiedHead(await Body!.transformToString('utf-8'), pinned));
  };
  return async (org) => {
    const heads: Promise<PublishedHead>[] = [];
    let ContinuationToken: string | undefined;
    do {
      const listed = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: `heads/${org}/`, ContinuationToken }),
      );
      for (const { Key } of listed.Contents ?? []) heads.push(slot(() => one(Key!)));
      ContinuationToken = listed.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    return sequenceOf(await Promise.all(heads), org);
  };
}

const HASH_BYTES = 32;

/** Six million hashes are 192 MB as bytes, and three times as much as text. */
function packed({ hashes, ...head }: PublishedHead): PublishedHead {
  const bytes = Buffer.from(hashes.join(''), 'hex');
  return {
    ...head,
    get hashes() {
      return Array.from({ length: bytes.length / HASH_BYTES }, (_, n) =>
        bytes.toString('hex', n * HASH_BYTES, (n + 1) * HASH_BYTES),
      );
    },
  };
}

/** What the heads say about an entry. */
export interface Said {
  readonly n: number;
  readonly hash: string;
}

/** Entries are looked up in their order, so the head that was found last mostly has the next one too. */
export function indexed(heads: readonly PublishedHead[]): (seq: number) => Said | null {
  let last: { readonly head: PublishedHead; readonly hashes: readonly string[] } | null = null;
  return (seq) => {
    const head = last !== null && covers(last.head, seq) ? last.head : found(heads, seq);
    if (head === null) return null;
    if (last?.head !== head) last = { head, hashes: head.hashes };
    return { n: head.n, hash: last.hashes[seq - head.from - 1]! };
  };
}

const covers = ({ from, seq: to }: PublishedHead, seq: number): boolean => from < seq && seq <= to;

function found(heads: readonly PublishedHead[], seq: number): PublishedHead | null {
  let [low, high] = [0, heads.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (heads[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  const head = heads[low];
  return head !== undefined && covers(head, seq) ? head : null;
}
