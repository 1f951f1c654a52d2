/**
 * The values of examples that follow from others: hashes, event ids, sealed intents. The documents say `computed` for them,
 * and zeros in an envelope.
 */
import { canonicalJson } from '../../src/protocol/canonical-json';
import type { EventType } from '../../src/protocol/event-types';
import { operationHash } from '../../src/protocol/hash';
import { eventId, type RequestId } from '../../src/protocol/identifiers';
import { sealIntent } from '../../src/protocol/sealed-envelope';
import { policyDigest } from '../../src/protocol/statements/policy';
import type { BundledDocument } from './bundle';

const COMPUTED = 'computed';

/** The key is that of `test/vectors/sealed-intent.json`, so that a reader can open the example. */
const SEALED = sealIntent({
  key: Buffer.from('9rVez28/U8JwzrQgGce7nDuRJmKpWS28AWWiP35iVx0=', 'base64'),
  action: 'demo.refund',
  plaintext: JSON.stringify({
    v: 1,
    client: 'billing',
    method: 'refunds.create',
    args: [{ charge: 'ch_123', amount: 12500 }],
  }),
  nonce: Buffer.from('2r-tHb7O8xo1Fwnw', 'base64url'),
});

type Fields = Readonly<Record<string, unknown>>;

export function withComputedExamples(document: BundledDocument): BundledDocument {
  const computed = inside(document) as BundledDocument;
  if (JSON.stringify(computed).includes(`"${COMPUTED}"`))
    throw new Error('An example has a value that nothing computes.');
  return computed;
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  if (typeof value !== 'object' || value === null) return value;
  return computedIn(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)])));
}

function computedIn(fields: Fields): Fields {
  if (typeof fields.ciphertext === 'string') return { ...SEALED.envelope };
  if (fields.intent === COMPUTED) return { ...fields, intent: SEALED.digest };
  if (fields.operation_hash === COMPUTED) return { ...fields, operation_hash: hashOf(fields) };
  if (fields.id === COMPUTED) return { ...fields, id: idOf(fields) };
  if (typeof fields['verdict.json'] === 'string') return proofOf(fields as Readonly<Record<string, string>>);
  return fields;
}

const hashOf = (operation: Fields): string =>
  operationHash(operation.action as string, operation.params as Readonly<Record<string, string>>);

function idOf({ type, data }: Fields): string {
  const { request } = data as { readonly request: { readonly id: string } };
  return eventId(request.id as RequestId, type as EventType);
}

/** The verdict names the other two files by their hashes. */
function proofOf(files: Readonly<Record<string, string>>): Fields {
  const verdict = JSON.parse(files['verdict.json']!);
  const operation = JSON.parse(files['operation.json']!);
  const policy = { ...verdict.policy, digest: policyDigest(files['policy.json']!) };
  const computed = { ...verdict, operation_hash: hashOf(operation), policy };
  return { ...files, 'verdict.json': canonicalJson(computed) };
}
