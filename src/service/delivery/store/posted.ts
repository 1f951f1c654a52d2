/**
 * What an attempt posted, as one attribute of its item.
 *
 * A write costs one unit for each kilobyte, and every delivery writes an attempt. The post is compressed with a
 * dictionary of the words that every post contains: a usual post then takes half a kilobyte instead of one and a half,
 * and the attempt stays within one unit (test/infra/lifecycle.slow.test.ts). The result is text, because no item has a
 * binary attribute.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Posted } from '../rules/delivery';

/** An item has at most 400 KB, and the attempt must be recorded even if its post is too large. */
const MAX_CHARS = 350_000;

/** Returns null if the post is too large to keep. */
export function packPosted({ headers, body }: Posted): string | null {
  const text = `${JSON.stringify(headers)}\n${body}`;
  const packed = deflateRawSync(text, { level: 9, dictionary: DICTIONARY }).toString('base64');
  return packed.length <= MAX_CHARS ? packed : null;
}

export function unpackPosted(packed: string): Posted {
  const text = inflateRawSync(Buffer.from(packed, 'base64'), { dictionary: DICTIONARY });
  const [headers = '', ...body] = text.toString('utf8').split('\n');
  return { headers: JSON.parse(headers) as Posted['headers'], body: body.join('\n') };
}

/**
 * Never change it: posts that were compressed with it could no longer be read. The first that replaces it needs a prefix that
 * names it, with a character that base64 has not.
 */
const DICTIONARY = Buffer.from(
  [
    'request.failedrequest.executedrequest.execution_failedrequest.expiredrequest.aborted"expired""aborted""failed"',
    '"state":"claimed","claimed_at":179"state":"pending""v":1,"alg":"A256GCM","kid":"","nonce":"","ciphertext":"',
    '"intent":"sha256:","amount":"","currency":"EUR","USD","reason":"","note":"","Idempotency-Key":"req_',
    '"state":"denied","live":false,"outcome":"denied","approvers":[],"request.denied"',
    '{"Content-Type":"application/json","Service-Event-Id":"evt_","Service-Event-Type":"request.authorized",',
    '"Service-Delivery-Id":"dlv_","Service-Signature":"t=179,v1=","Service-Audit-Head":"',
    'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJvcmciOiJvcmdf","}\n{"id":"evt_","type":"request.authorized",',
    '"created_at":"2026-T:.Z","org":"org_","data":{"request":{"id":"req_","action":"","requester":"op_',
    '","operation_hash":"sha256:","state":"succeeded","live":false,"outcome":"authorized","approvers":["op_","op_"],',
    '"params":{""},"created_at":179,"decided_at":179,"intent":null,"execution":{"state":"none","claimed_at":null,',
    '"lease_expires_at":null,"reported_at":null,"reference":null,"error":null,"execute_by":null}}}}',
  ].join(''),
);
