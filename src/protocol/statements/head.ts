/**
 * A published head of an audit chain: what the service signs of it, and what is published beside that
 * (docs/decisions/published-heads.md).
 */
import { canonicalJson } from '../canonical-json';
import { hasExactly, isCount, isHash, isListOf, isNullOr, isText, isTwo, parseStatement } from './form';
import { statementHash } from './turn';

/** The payload of the JWS, in canonical JSON. */
export interface HeadPayload {
  readonly v: 2;
  readonly org: string;
  /** The number of the head in its organization, from 1 without gaps. */
  readonly n: number;
  /** The last entry that this head covers, and its hash. */
  readonly seq: number;
  readonly hash: string;
  /** Epoch ms. Never earlier than the `at` of the head before. */
  readonly at: number;
  /** `seq` of the head before: this head covers the entries after it. 0 in the first head. */
  readonly from: number;
  /** SHA-256 of the JWS of the head before. Null in the first head. */
  readonly prev: string | null;
  /** SHA-256 of the canonical JSON of the body. */
  readonly body: string;
}

/** What is published in addition to the JWS. */
export interface HeadBody {
  /** The hashes of every entry that the head covers, in order. */
  readonly hashes: readonly string[];
  /** The entries among them that end keys. */
  readonly ended: readonly EndedKeys[];
}

/** An entry that ends a passkey, or all passkeys that the operator had. */
export type EndedKeys =
  | { readonly seq: number; readonly passkey: string }
  | { readonly seq: number; readonly operator: string };

export const headBodyHash = ({ hashes, ended }: HeadBody): string => statementHash(canonicalJson({ hashes, ended }));

/** How the next head refers to this one. */
export const headJwsHash = (jws: string): string => statementHash(jws);

/** A published head. */
export interface PublishedHead extends HeadPayload, HeadBody {
  readonly jws: string;
  /** The public key that verifies the JWS. A verifier uses a copy from elsewhere. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

/** The published text. The JWS contains the payload. */
export const headText = ({ jws, jwk, hashes, ended }: PublishedHead): string =>
  JSON.stringify({ jws, jwk, hashes, ended });

/**
 * Null unless the text has exactly these fields and the signed body, with a hash for each entry that the head covers.
 * The signature is not checked here.
 */
export function parseHead(text: string): PublishedHead | null {
  const document = jsonOf(text);
  const fields = { jws: isText, jwk: isObject, hashes: isListOf(isEntryHash), ended: isListOf(isEnd) };
  if (!hasExactly(document, fields)) return null;
  const { jws, jwk, hashes, ended } = document as Pick<PublishedHead, keyof typeof fields>;
  const payload = payloadOfJws(jws);
  if (payload === null || headBodyHash({ hashes, ended }) !== payload.body) return null;
  const isComplete = hashes.length === payload.seq - payload.from && hashes.at(-1) === payload.hash;
  return isComplete ? { ...payload, hashes, ended, jws, jwk } : null;
}

/** Null: the text is not a JWS, or it has no payload of this version. The signature is not checked here. */
export function payloadOfJws(jws: string): HeadPayload | null {
  const [, payload = '', ...rest] = jws.split('.');
  return rest.length === 1 ? parsePayload(Buffer.from(payload, 'base64url').toString('utf8')) : null;
}

/** Whether no entry is missing between two heads, and none is in both. */
export function follows(head: HeadPayload, before: PublishedHead): boolean {
  return (
    head.org === before.org &&
    head.n === before.n + 1 &&
    head.from === before.seq &&
    head.prev === headJwsHash(before.jws) &&
    head.at >= before.at
  );
}

function parsePayload(text: string): HeadPayload | null {
  const payload = parseStatement(text, PAYLOAD) as HeadPayload | null;
  if (payload === null) return null;
  const { n, seq, from, prev } = payload;
  const isFirst = n === 1 && from === 0 && prev === null;
  const isLater = n > 1 && from > 0 && prev !== null;
  return (isFirst || isLater) && seq > from ? payload : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
const isEnd = (value: unknown): boolean =>
  hasExactly(value, { seq: isCount, passkey: isId }) || hasExactly(value, { seq: isCount, operator: isId });
/** In the format of the entries of the chain. */
const isEntryHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const PAYLOAD = {
  v: isTwo,
  org: isText,
  n: isCount,
  seq: isCount,
  hash: isEntryHash,
  at: isCount,
  from: isCount,
  prev: isNullOr(isHash),
  body: isHash,
};
