/** Published heads of a chain with real signatures, by us or by an attacker. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { compactJws } from '../../src/adapters/secrets/jws';
import { type HeadPayload, headText, type PublishedHead } from '../../src/protocol/statements/head';
import type { HeadSigner } from '../../src/service/audit/ports';
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { headAfter } from '../../src/service/audit/rules/heads';

type TestSigner = HeadSigner & { readonly jwk: Readonly<Record<string, unknown>> };

export function aHeadSigner(
  key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  /** The `alg` of the header, if it is another. */
  alg?: string,
): TestSigner {
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }) };
  const signed = (input: Uint8Array) => sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' });
  return {
    jwk,
    sign: async (payload) => {
      if (alg === undefined) return { jws: await compactJws(payload, signed), jwk };
      const input = [{ alg }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return { jws: `${input}.${signed(Buffer.from(input)).toString('base64url')}`, jwk };
    },
  };
}

interface HeadOptions {
  readonly signer?: TestSigner;
  /** When the head up to this entry is published. */
  readonly atMs?: (seq: number) => number;
  /** Changes the payload before it is signed. */
  readonly edit?: (payload: HeadPayload) => object;
}

/** Heads of the chain: one up to each of these entries, without a gap. */
export async function headsOver(
  org: string,
  chain: readonly AuditEntry[],
  upTo: readonly number[] = [chain.at(-1)!.seq],
  { signer = aHeadSigner(), atMs = () => 1, edit = (payload) => payload }: HeadOptions = {},
): Promise<PublishedHead[]> {
  const heads: PublishedHead[] = [];
  for (const seq of upTo) {
    const last = heads.at(-1) ?? null;
    const own = chain.filter((entry) => entry.seq > (last?.seq ?? 0) && entry.seq <= seq);
    const { payload, body } = headAfter(last, org, own, atMs(seq));
    const edited = edit(payload) as HeadPayload;
    heads.push({ ...edited, ...body, ...(await signer.sign(edited)) });
  }
  return heads;
}

/** As the runner's `heads.ndjson` has them. */
export const headLines = (heads: readonly PublishedHead[]): string =>
  heads.map((head) => `${headText(head)}\n`).join('');
