/**
 * Documents that people read beside a request. Params hold their digests, so the operation hash, the lines and the signature
 * cover them (docs/decisions/evidence.md).
 */
import { isHash } from './digest';

export const EVIDENCE_KINDS = ['text', 'diff', 'json', 'markdown'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** A document that a display declares. Only declared names are evidence. */
export interface EvidenceDocument {
  readonly name: string;
  readonly kind: EvidenceKind;
}

export const MAX_EVIDENCE_DOCUMENTS = 4;
export const MAX_EVIDENCE_BYTES = 262_144;

/** `sha256:` and 64 lowercase hex digits: the complete value of the param, and the name of the document in the store. */
export type EvidenceDigest = `sha256:${string}`;

export const evidenceParam = (name: string): `evidence.${string}` => `evidence.${name}`;

export const isEvidenceDigest = (value: string): value is EvidenceDigest => isHash(value);

/** A name is a part of a path. With `evidence.` before it, the key of the param has at most 64 characters. */
export const isDocumentName = (name: string): boolean => /^[A-Za-z0-9_-]{1,40}$/.test(name);

type Params = Readonly<Record<string, string>>;

/** Null for a request without this document. A create with a value that is not a digest was refused. */
export function namedDigest(params: Params, { name }: EvidenceDocument): EvidenceDigest | null {
  const value = params[evidenceParam(name)] ?? '';
  return isEvidenceDigest(value) ? value : null;
}

const PREFIX = evidenceParam('');

/** The names of documents that a request has, and its display does not declare: nobody can read them on its page. */
export const unshownDocuments = (declared: readonly EvidenceDocument[], params: Params): string[] =>
  Object.entries(params)
    .filter(([key, value]) => key.startsWith(PREFIX) && isEvidenceDigest(value))
    .map(([key]) => key.slice(PREFIX.length))
    .filter((named) => !declared.some(({ name }) => name === named));

/** The first param of a declared document whose value is not a digest. */
export const malformedEvidence = (documents: readonly EvidenceDocument[], params: Params): string | null =>
  documents.map(({ name }) => evidenceParam(name)).find((key) => key in params && !isEvidenceDigest(params[key]!)) ??
  null;
