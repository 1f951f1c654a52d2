/** A document as the client stores it: its size in bytes, its digest, and the param that names it. */
import { verifyEvidence } from '../../src/client';
import { assertStored, digestNamed, evidenceToStore } from '../../src/client/evidence';
import { MAX_EVIDENCE_BYTES } from '../../src/protocol/evidence';
import { digestOf } from '../../src/protocol/hash';

describe('a document of the client', () => {
  test.each([
    ['no byte', '', true],
    ['256 KiB', 'x'.repeat(262_144), true],
    ['one byte more', 'x'.repeat(262_145), false],
    // Two bytes for each character.
    ['256 KiB of é', 'é'.repeat(131_072), true],
    ['one é more', 'é'.repeat(131_073), false],
    ['256 KiB of bytes', new Uint8Array(262_144), true],
    ['one of bytes more', new Uint8Array(262_145), false],
  ])('a document with %s can be stored if that is at most 256 KiB', (_, content, isStored) => {
    expect(MAX_EVIDENCE_BYTES).toBe(262_144);
    const store = () => evidenceToStore('plan', content).digest;
    if (isStored) expect(store()).toBe(digestOf(content));
    else expect(store).toThrow(/The document has 26214[56] bytes; at most 262144 can be stored\./);
  });

  test('a part of a larger buffer is stored alone', () => {
    const part = Buffer.from('a secret, the plan, a secret').subarray(10, 18);
    const { body, digest, param } = evidenceToStore('plan', part);
    expect(Buffer.from(body as ArrayBuffer).toString()).toBe('the plan');
    expect([digest, param]).toEqual([digestOf('the plan'), { 'evidence.plan': digestOf('the plan') }]);
  });

  test('a document is compared with the param of its own name, and with no other', () => {
    const params = { 'evidence.plan': digestOf('the plan'), 'evidence.log': digestOf('ok') };
    expect(verifyEvidence({ params }, 'plan', 'the plan')).toBe(true);
    expect([verifyEvidence({ params }, 'log', 'the plan'), verifyEvidence({ params }, 'plan', 'the plaN')]).toEqual([
      false,
      false,
    ]);
    for (const name of ['other', '__proto__', 'constructor'])
      expect(() => digestNamed({ params }, name)).toThrow(`The request has no param "evidence.${name}".`);
  });

  test('what is stored under a digest must have it', () => {
    expect(() => assertStored('plan', digestOf('the plan'), Buffer.from('the plan'))).not.toThrow();
    expect(() => assertStored('plan', digestOf('the plan'), Buffer.from('the plaN'))).toThrow(
      `has the digest ${digestOf('the plaN')}, and the request names ${digestOf('the plan')}`,
    );
  });
});
