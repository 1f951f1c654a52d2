/** Documents that people read beside a request (docs/decisions/evidence.md). */
import { type EvidenceDigest, evidenceParam, isDocumentName, MAX_EVIDENCE_BYTES } from '../protocol/evidence';
import { digestOf } from '../protocol/hash';
import { MismatchError } from './errors';
import type { AuthorizationRequest } from './types';

/** The one param of a document. Spread it into the params of the request. */
export type EvidenceParam<Name extends string = string> = { readonly [Key in `evidence.${Name}`]: EvidenceDigest };

/** A text is stored in UTF-8. */
export type EvidenceContent = Uint8Array | string;

/** Throws TypeError for a document that no service accepts. */
export function evidenceToStore<Name extends string>(name: Name, content: EvidenceContent) {
  if (!isDocumentName(name))
    throw new TypeError(
      '`name` must have 1 to 40 of the characters A-Z, a-z, 0-9, _ and -, as the display declares it.',
    );
  // A copy, because a view could be a part of a larger buffer.
  const bytes = new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content);
  if (bytes.byteLength > MAX_EVIDENCE_BYTES)
    throw new TypeError(`The document has ${bytes.byteLength} bytes; at most ${MAX_EVIDENCE_BYTES} can be stored.`);
  const digest = digestOf(bytes);
  return { body: bytes.buffer, digest, param: { [evidenceParam(name)]: digest } as EvidenceParam<Name> };
}

/** Throws TypeError if the request names no such document. */
export function digestNamed({ params }: Pick<AuthorizationRequest, 'params'>, name: string): string {
  const key = evidenceParam(name);
  if (!Object.hasOwn(params, key)) throw new TypeError(`The request has no param ${JSON.stringify(key)}.`);
  return params[key]!;
}

/** Whether these bytes are the document that people read. Compare before you act on a copy of your own. */
export const verifyEvidence = (
  request: Pick<AuthorizationRequest, 'params'>,
  name: string,
  content: EvidenceContent,
): boolean => digestNamed(request, name) === digestOf(content);

/** Throws `MismatchError` if what the service stores is not the document that the param names. */
export function assertStored(name: string, named: string, bytes: Uint8Array): void {
  const digest = digestOf(bytes);
  if (digest !== named)
    throw new MismatchError(
      `What is stored as the document ${JSON.stringify(name)} has the digest ${digest}, and the request names ${named}.`,
    );
}
