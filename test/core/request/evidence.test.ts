/** Which documents a request has, and which of them keep its keys from being turned. */
import { declaredEvidence, type Evidence, type EvidenceState, noEvidence } from '../../../src/core/request/evidence';
import {
  digestIn,
  EVIDENCE_KINDS,
  type EvidenceDocument,
  isDocumentName,
  malformedEvidence,
} from '../../../src/protocol/evidence';
import { digestOf } from '../../../src/protocol/hash';

const DIGEST = digestOf('the plan');
const documentOf = (name: string, state: EvidenceState): Evidence => ({
  ...{ name, kind: 'text', state },
  digest: state === 'absent' ? null : DIGEST,
});

describe('the documents of a request', () => {
  test.each<[EvidenceState, boolean]>([
    ['stored', false],
    ['absent', false],
    ['missing', true],
    ['expired', true],
    ['changed', true],
    ['unknown', true],
  ])('a document that is %s keeps a key from being turned: %s, whichever place it has', (state, isFault) => {
    const found = { reason: 'no_evidence', document: 'b', digest: DIGEST, state };
    const [a, b, c] = [documentOf('a', 'stored'), documentOf('b', state), documentOf('c', 'absent')];
    for (const documents of [[b], [a, b], [b, a], [a, c, b], [c, a, a, b]])
      expect(noEvidence(documents)).toEqual(isFault ? found : null);
  });

  test('the first document that cannot be read is named', () => {
    const [a, b] = [documentOf('a', 'expired'), documentOf('b', 'missing')];
    expect([noEvidence([a, b])?.document, noEvidence([b, a])?.document]).toEqual(['a', 'b']);
    expect(noEvidence([])).toBeNull();
  });

  test('a request has the documents that its policy version declares, each with its name, kind and digest', () => {
    const declared = EVIDENCE_KINDS.map((kind) => ({ name: `the_${kind}`, kind }));
    const params = { 'evidence.the_diff': DIGEST, 'evidence.other': DIGEST, the_text: DIGEST };
    const policy = { evidence: declared } as unknown as Parameters<typeof declaredEvidence>[0]['policy'];
    expect(declaredEvidence({ policy, params })).toEqual([
      { name: 'the_text', kind: 'text', digest: null, state: 'absent' },
      { name: 'the_diff', kind: 'diff', digest: DIGEST, state: 'unknown' },
      { name: 'the_json', kind: 'json', digest: null, state: 'absent' },
      { name: 'the_markdown', kind: 'markdown', digest: null, state: 'absent' },
    ]);
    const { evidence: _, ...without } = policy;
    expect(declaredEvidence({ policy: without as typeof policy, params })).toEqual([]);
  });
});

describe('the param of a document', () => {
  const [plan, log]: EvidenceDocument[] = [
    { name: 'plan', kind: 'diff' },
    { name: 'log', kind: 'text' },
  ] as const;

  test.each([
    [DIGEST, true],
    [DIGEST.slice(0, -1), false],
    [`${DIGEST}0`, false],
    [DIGEST.toUpperCase(), false],
    [DIGEST.slice('sha256:'.length), false],
    [`${DIGEST}\n`, false],
    ['', false],
  ])('the value %j names a document: %s', (value, isDigest) => {
    const params = { 'evidence.plan': value };
    expect(digestIn(params, plan!)).toBe(isDigest ? value : null);
    expect(malformedEvidence([log!, plan!], params)).toBe(isDigest ? null : 'evidence.plan');
    expect(malformedEvidence([log!], params)).toBeNull();
  });

  test.each([
    ['', false],
    ['a', true],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    ['A-Z_9', true],
    ['a.b', false],
    ['a/b', false],
    ['é', false],
    ['a\n', false],
  ])('the name %j can be declared: %s', (name, isName) => expect(isDocumentName(name)).toBe(isName));
});
