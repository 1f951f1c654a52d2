/** Verifies the audit chain in this browser, from the export and the signed head. It trusts only the key. */

import { canonicalJson } from '../../protocol/canonical-json';
import { bytesOfBase64, sha256Hex, utf8 } from './bytes';
import type { Schemas } from './schemas';

type Entry = Omit<Schemas['AuditEntry'], 'told'>;
type Head = Schemas['SignedHead'];

export type ChainCheck =
  | { readonly sound: true; readonly entries: number; readonly sinceHead: number; readonly fingerprint: string }
  | { readonly sound: false; readonly why: string };

export async function verifyChain(head: Head, lines: readonly string[]): Promise<ChainCheck> {
  const signed = await signedHead(head);
  if (signed === null) return { sound: false, why: 'The signature of the head is not valid.' };
  let last = { seq: 0, hash: await sha256Hex(`service.audit.v1\0${signed.org}`) };
  for (const line of lines) {
    const entry = JSON.parse(line) as Entry;
    const why = await faultOf(entry, last);
    if (why !== null) return { sound: false, why };
    if (entry.seq === signed.seq && entry.hash !== signed.hash) {
      return { sound: false, why: `Entry ${entry.seq} is not the entry that was signed.` };
    }
    last = entry;
  }
  if (last.seq < signed.seq) {
    return { sound: false, why: `The log ends at entry ${last.seq}, but entry ${signed.seq} was signed.` };
  }
  return { sound: true, entries: last.seq, sinceHead: last.seq - signed.seq, fingerprint: last.hash };
}

async function faultOf({ hash, ...body }: Entry, last: { seq: number; hash: string }): Promise<string | null> {
  const expected = last.seq + 1;
  if (body.seq !== expected) return `Entry ${expected} is missing or in the wrong place.`;
  if (body.prev !== last.hash) return `Entry ${expected} does not follow the entry before it.`;
  if ((await hashOf(body)) !== hash) return `Entry ${expected} was changed.`;
  return null;
}

async function hashOf(body: object): Promise<string | null> {
  try {
    return await sha256Hex(canonicalJson(body));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

interface Signed {
  readonly v: number;
  readonly org: string;
  readonly n: number;
  readonly seq: number;
  readonly hash: string;
}

/** What the signature covers. It must equal what the answer says. Null if the signature does not verify. */
async function signedHead({ jws, jwk, org, n, seq, hash }: Head): Promise<Signed | null> {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.');
  if (more.length > 0) return null;
  try {
    const { alg } = JSON.parse(decodedText(header)) as { alg?: unknown };
    if (alg !== 'ES256') return null;
    const { kty, crv, x, y } = jwk as Record<string, string>;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, algorithm, false, ['verify']);
    const covered = utf8(`${header}.${payload}`);
    const good = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(signature), covered);
    if (!good) return null;
    const signed = JSON.parse(decodedText(payload)) as Signed;
    const isHead = signed.v === 2 && signed.org === org && signed.n === n;
    return isHead && signed.seq === seq && signed.hash === hash ? signed : null;
  } catch {
    return null;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(base64url.replaceAll('-', '+').replaceAll('_', '/'));
}

function decodedText(base64url: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(base64url));
}
