/** What a device is sent: how it is cut, how long it is kept, and what replaces what. */

import * as fc from 'fast-check';
import { type Push, type PushPayload, packedFor } from '../../src/service/push/rules/payload';
import { aRequest, at, REQUEST_ID } from '../support/builders';
import { aDevice } from '../support/stage';

const NOW = at('12:00');
const OWN = { org: 'org_test', shows: 'text', nowMs: NOW } as const;
const PHONE = aDevice('phone');
const A_PUSH: Push = {
  about: REQUEST_ID,
  title: 'Deploy for Alpha needs your key',
  lines: ['Unusual: the param amount is 400 times the highest approved before.', 'Alpha requests your approval.'],
  path: `/requests/${REQUEST_ID}`,
  code: '12345678',
  seat: '1.0',
  decided: false,
  withoutText: 'A request needs your key',
  urgency: 'high',
  endsAtMs: aRequest().expiresAtMs,
};
const packed = (push: Partial<Push> = {}, own: Partial<Parameters<typeof packedFor>[0]> = {}, device = PHONE) =>
  packedFor({ ...OWN, ...own }, device, { ...A_PUSH, ...push });
const payloadOf = (...given: Parameters<typeof packed>): PushPayload =>
  JSON.parse(new TextDecoder().decode(packed(...given)!.plaintext));

describe('the text of a push', () => {
  it('a push has the title, the lines, the way to the request, the tag, the seat and the code', () => {
    const { title, lines, path, code, seat } = A_PUSH;
    expect(payloadOf()).toEqual({ title, lines, path, code, seat, tag: packed()!.topic });
    expect(Object.keys(payloadOf({ code: null, seat: null }))).toEqual(['title', 'lines', 'path', 'tag']);
    expect(payloadOf({ decided: true }).decided).toBe(true);
  });

  it('an operator who wants no text gets one sentence in its place, and the same data', () => {
    const { title: _, lines: __, ...data } = payloadOf();
    expect(payloadOf({}, { shows: 'no_text' })).toEqual({ title: 'A request needs your key', lines: [], ...data });
  });

  /** Each has four bytes, and two code units. */
  const KEY = '🔑';

  it('a push has at most 3,993 bytes, and one byte more is cut', () => {
    const free = 3993 - packed({ lines: [''] })!.plaintext.length;
    const exact = packed({ lines: ['x'.repeat(free)] })!;
    expect(exact.plaintext).toHaveLength(3993);
    expect(payloadOf({ lines: ['x'.repeat(free)] }).lines).toEqual(['x'.repeat(free)]);
    const { lines } = payloadOf({ lines: ['x'.repeat(free + 1)] });
    expect(lines).toEqual([expect.stringMatching(/^x+…$/), 'This text is cut. The mail has all of it.']);
  });

  it('a text that is cut ends with an ellipsis and says so, no character is split, and the code is never cut', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 3000 }), (drawn, keys) => {
        const lines = [...drawn, KEY.repeat(keys)];
        const push = packed({ lines })!;
        expect(push.plaintext.length).toBeLessThanOrEqual(3993);
        const payload = payloadOf({ lines });
        expect([payload.title, payload.code, payload.path]).toEqual([A_PUSH.title, A_PUSH.code, A_PUSH.path]);
        if (payload.lines.length === lines.length && payload.lines.every((line, at) => line === lines[at])) return;
        // Nearly all of the room is used.
        expect(push.plaintext.length).toBeGreaterThan(3900);
        const [said, last] = [payload.lines.slice(0, -1), payload.lines.at(-1)];
        expect(last).toBe('This text is cut. The mail has all of it.');
        said.forEach((line, at) => {
          const all = [...lines[at]!];
          const isLast = at === said.length - 1;
          if (isLast && line !== lines[at]) expect(`${all.slice(0, [...line].length - 1).join('')}…`).toBe(line);
          else expect(line).toBe(lines[at]);
        });
      }),
    );
  });

  it('a title that is too long alone is cut too', () => {
    const { title, lines, code } = payloadOf({ title: KEY.repeat(2000), lines: ['never said'] });
    expect(title).toMatch(/^(🔑)+…$/u);
    expect([lines, code]).toEqual([['This text is cut. The mail has all of it.'], A_PUSH.code]);
  });
});

describe('how long a push service keeps a push', () => {
  it.each([
    ['to the end of what it is about', 3600_000, 3600],
    ['in complete seconds, rounded down', 1999, 1],
    ['for at most a day', 24 * 3600_000 + 1, 86_400],
    ['for a day if nothing ends', null, 86_400],
  ])('a push is kept %s', (_, leftMs, seconds) => {
    expect(packed({ endsAtMs: leftMs === null ? null : NOW + leftMs })!.ttlSeconds).toBe(seconds);
  });

  it('a push of no use any more is not sent', () => {
    expect(packed({ endsAtMs: NOW + 1000 })).not.toBeNull();
    for (const leftMs of [999, 0, -1]) expect(packed({ endsAtMs: NOW + leftMs })).toBeNull();
  });
});

describe('the tag of a push', () => {
  const tagOf = (about: string, org: string, device: string) => packed({ about }, { org }, aDevice(device))!.topic;

  it('a tag has 32 characters of base64url, and is the topic too', () => {
    expect(packed()!.topic).toMatch(/^[\w-]{32}$/);
    expect(payloadOf().tag).toBe(packed()!.topic);
  });

  it('a tag is the same for one request on one device, whatever is said of it', () => {
    expect(packed({ title: 'Approved', decided: true, code: null })!.topic).toBe(packed()!.topic);
  });

  it('no two devices, requests or organizations share a tag', () => {
    const tags = ['req_1', 'req_2'].flatMap((about) =>
      ['org_a', 'org_b'].flatMap((org) => ['phone', 'tablet'].map((device) => tagOf(about, org, device))),
    );
    expect(new Set(tags).size).toBe(8);
  });

  it('a tag says nothing of the request to somebody without the secret of the subscription', () => {
    expect(packed()!.topic).not.toContain(REQUEST_ID.slice(4, 12));
    const others = { ...aDevice('phone'), auth: aDevice('tablet').auth };
    expect(packed({}, {}, others)!.topic).not.toBe(packed()!.topic);
  });
});
