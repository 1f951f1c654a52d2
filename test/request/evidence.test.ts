/** Which documents a request has, and which of them keep its keys from being turned. */

import {
  EVIDENCE_KINDS,
  type EvidenceDocument,
  isDocumentName,
  malformedEvidence,
  namedDigest,
} from '../../src/protocol/evidence';
import { digestOf } from '../../src/protocol/hash';
import { settle } from '../../src/service/ceremony/rules/settle';
import { dueAtMs, nextDeadlineMs, remindAtMs, warnAtMs } from '../../src/service/request/rules/deadlines';
import {
  declaredEvidence,
  type Evidence,
  type EvidenceState,
  noEvidence,
} from '../../src/service/request/rules/evidence';
import {
  aRequest,
  at,
  claimedWith,
  handedOver,
  refusedBy,
  reportedWith,
  settledBy,
  turnedBy,
} from '../support/builders';

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
    expect(namedDigest(params, plan!)).toBe(isDigest ? value : null);
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

describe('the next deadline', () => {
  it('the next deadline of an open request is its reminder, then its warning, then its TTL', () => {
    expect(remindAtMs(aRequest())).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest())).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest({ reminded: true }))).toBe(at('12:54'));
    expect(nextDeadlineMs(aRequest({ reminded: true, warned: true }))).toBe(at('13:00'));
  });

  it.each([
    ['6 minutes before the end of the shortest TTL that a policy can have', 3600, 6],
    ['a tenth before the end', 7200, 12],
    ['15 minutes before the end of a long one', 86_400, 15],
  ])('the warning of a request is due %s', (_, ttlSeconds, minutes) => {
    const request = aRequest({ ttlSeconds });
    expect(request.expiresAtMs - warnAtMs(request)).toBe(minutes * 60_000);
    // Far enough from the reminder that nobody gets both at once.
    expect(warnAtMs(request) - remindAtMs(request)).toBeGreaterThanOrEqual(24 * 60_000);
  });

  it('the next deadline of a coincident round is its window while it runs', () => {
    const request = aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01'));
    expect(nextDeadlineMs(request)).toBe(at('12:02'));
    expect(nextDeadlineMs(settledBy('12:02')(request))).toBe(at('12:30'));
    expect(nextDeadlineMs(aRequest({}, turnedBy('op_alpha')))).toBe(at('12:30'));
  });

  it('the next deadline of an authorized request is the end of the integration’s window or of the intent’s, whichever is earlier', () => {
    const both = { quorum: 1, integration: 'bank' };
    const short = aRequest({ ...both, executeWithinSeconds: 60 }, turnedBy('op_alpha', '12:10'));
    expect(nextDeadlineMs(short)).toBe(at('12:11') + 1);
    const long = aRequest({ ...both, executeWithinSeconds: 7200 }, turnedBy('op_alpha', '12:10'), handedOver('12:11'));
    expect(nextDeadlineMs(long)).toBe(at('13:10'));
    expect(nextDeadlineMs(settledBy('13:10')(long))).toBe(at('14:10') + 1);
  });

  it('a request has no next deadline once nothing can fall due any more', () => {
    const pending = aRequest({ quorum: 1, executeWithinSeconds: 3600 }, turnedBy('op_alpha', '12:10'));
    const claimed = claimedWith('a', '12:20')(pending);
    expect(nextDeadlineMs(claimed)).toBe(at('13:10') + 1);
    expect(nextDeadlineMs(reportedWith('a', '12:25')(claimed))).toBeNull();
    expect(nextDeadlineMs(settledBy('13:11')(pending))).toBeNull();
    expect(nextDeadlineMs(aRequest({}, refusedBy('op_bravo')))).toBeNull();
    expect(nextDeadlineMs(aRequest({ quorum: 1 }, turnedBy('op_alpha')))).toBeNull();
  });

  it('the next deadline is the first instant at which settling changes anything', () => {
    const requests = [
      aRequest(),
      aRequest({ reminded: true }),
      aRequest({ mode: 'coincident' }, turnedBy('op_alpha', '12:01')),
      aRequest({ quorum: 1, integration: 'bank' }, turnedBy('op_alpha')),
      aRequest({ quorum: 1, executeWithinSeconds: 60 }, turnedBy('op_alpha')),
    ];
    for (const request of requests) {
      const deadlineMs = nextDeadlineMs(request)!;
      expect(settle(request, deadlineMs - 1).entries).toEqual([]);
      expect(settle(request, deadlineMs).entries).not.toEqual([]);
    }
  });
});

it('a request falls due at its check if that is earlier, and at its deadline if it has no check', () => {
  const decided = aRequest({}, refusedBy('op_bravo', '12:05'));
  expect(dueAtMs({ ...decided, checkAtMs: at('12:07') })).toBe(at('12:07'));
  expect(dueAtMs(decided)).toBeNull();
  expect(dueAtMs({ ...aRequest(), checkAtMs: at('12:40') })).toBe(at('12:30'));
});
