import { intentRefusal, MAX_INTENT_BYTES } from '../../../src/core/execution/intent-rules';

const DIGEST = `sha256:${'0f'.repeat(32)}`;
const judge = (proposal: Partial<Parameters<typeof intentRefusal>[0]>) =>
  intentRefusal({ params: { intent: DIGEST }, intentBytes: 200, executeWithin: null, ...proposal });

it('an intent is accepted with its digest in params.intent', () => {
  expect(judge({})).toBeNull();
  expect(judge({ executeWithin: 60 })).toBeNull();
});

it('an intent may have 64 KiB and not a byte more', () => {
  expect(judge({ intentBytes: 65_536 })).toBeNull();
  expect(judge({ intentBytes: MAX_INTENT_BYTES + 1 })).toEqual({ reason: 'intent_too_large', bytes: 65_537 });
});

it('an intent without its digest is refused', () => {
  expect(judge({ params: {} })).toEqual({ reason: 'intent_digest_missing' });
  expect(judge({ params: Object.create({ intent: DIGEST }) })).toEqual({ reason: 'intent_digest_missing' });
});

it.each([
  '',
  'sha256:',
  'f'.repeat(64),
  `sha256:${'F'.repeat(64)}`,
  `sha256:${'f'.repeat(63)}`,
  `${DIGEST}0`,
  `${DIGEST}\n`,
  ` ${DIGEST}`,
])('an intent is refused with a digest that is not in its published spelling: %j', (intent) => {
  expect(judge({ params: { intent } })).toEqual({ reason: 'intent_digest_malformed' });
});

it('execute_within is accepted only with an intent', () => {
  expect(judge({ intentBytes: null, executeWithin: 60 })).toEqual({ reason: 'execute_within_without_intent' });
  expect(judge({ intentBytes: null })).toBeNull();
});

it('a param named intent is ignored if there is no intent', () => {
  expect(judge({ intentBytes: null, params: { intent: 'anything' } })).toBeNull();
});
