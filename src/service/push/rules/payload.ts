/**
 * What is sent to a device beside a mail (docs/decisions/web-push.md). The text of a notification can be read on a locked
 * screen, so the code of a seat is never in it: it is only in the data, which the service worker keeps.
 */

import { pushTopic } from '../../../protocol/push-topic';
import { shortened } from '../../request/rules/texts';
import { byteLength } from '../../support/byte-length';
import type { PushDevice } from './device';

/** What is said, for every device of an operator. */
export interface Push {
  /** What it is about: a later push about the same replaces it. */
  readonly about: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
  /** Null unless the code is of no use without a passkey. */
  readonly code: string | null;
  /** The round and the issue of the operator's code. The worker keeps an earlier code only if they are equal. Null: no seat. */
  readonly seat: string | null;
  /** There is nothing left to do. */
  readonly decided: boolean;
  /** What is said to an operator who wants no text on the screen. */
  readonly withoutText: string;
  readonly urgency: 'high' | 'normal';
  /** When it is of no use any more. Null: a day after it is sent. */
  readonly endsAtMs: number | null;
}

/** About how many requests the push of a combined mail is. */
export interface PushedCount {
  /** Open requests, for which a key is missing or must be turned again. */
  readonly waiting: number;
  /** The others. */
  readonly news: number;
  /** Epoch ms when none of the open ones is open any more. Null: no request is open. */
  readonly ends_at: number | null;
}

/** The JSON that the service worker reads (`public/sw.js`). */
export interface PushPayload {
  readonly title: string;
  readonly lines: readonly string[];
  readonly path: string;
  readonly tag: string;
  readonly code?: string;
  readonly seat?: string;
  readonly decided?: true;
}

export interface PackedPush {
  readonly plaintext: Uint8Array;
  readonly topic: string;
  readonly ttlSeconds: number;
  readonly urgency: Push['urgency'];
}

/** Push services take at least 4,096 bytes (RFC 8030 §7.2), of which 103 are the header, the end of the text and the tag. */
export const MAX_PLAINTEXT_BYTES = 3_993;
const LONGEST_TTL_MS = 24 * 3600_000;
/** The last line of a text that was too long. */
const CUT = 'This text is cut. The mail has all of it.';

const TEST_LASTS_MS = 10 * 60_000;

/** To a device that was added, and to one whose operator wants to see that it works. */
export function testPush(nowMs: number): Push {
  const title = 'This device is told from now on';
  return {
    about: 'test',
    title,
    lines: ['Requests that need your key arrive like this.'],
    path: '/',
    code: null,
    seat: null,
    decided: false,
    withoutText: title,
    urgency: 'normal',
    endsAtMs: nowMs + TEST_LASTS_MS,
  };
}

/** Null if it would be of no use when it arrives. */
export function packedFor(
  { org, shows, nowMs }: { readonly org: string; readonly shows: 'text' | 'no_text'; readonly nowMs: number },
  { auth }: Pick<PushDevice, 'auth'>,
  push: Push,
): PackedPush | null {
  const leftMs = Math.min(LONGEST_TTL_MS, (push.endsAtMs ?? Number.POSITIVE_INFINITY) - nowMs);
  const ttlSeconds = Math.floor(leftMs / 1000);
  if (ttlSeconds < 1) return null;
  const topic = pushTopic(auth, org, push.about);
  const texts = shows === 'text' ? [push.title, ...push.lines] : [push.withoutText];
  const text = fitting(texts, (title, lines) => {
    const { path, code, seat, decided } = push;
    const payload: PushPayload = {
      title,
      lines,
      path,
      tag: topic,
      ...(code === null ? {} : { code }),
      ...(seat === null ? {} : { seat }),
      ...(decided ? { decided } : {}),
    };
    return JSON.stringify(payload);
  });
  return { plaintext: new TextEncoder().encode(text), topic, ttlSeconds, urgency: push.urgency };
}

/** As much of the texts as fits, from the beginning. */
function fitting(texts: readonly string[], written: (title: string, lines: readonly string[]) => string): string {
  const of = ([title = '', ...lines]: readonly string[]) => written(title, lines);
  const fits = (text: string) => byteLength(text) <= MAX_PLAINTEXT_BYTES;
  const complete = of(texts);
  if (fits(complete)) return complete;
  let [most, tooMany] = [1, texts.reduce((sum, text) => sum + [...text].length, 0)];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(of(cutTo(texts, middle)))) most = middle;
    else tooMany = middle;
  }
  return of(cutTo(texts, most));
}

/** The first characters of all texts, and a line that says that they are not all. */
function cutTo(texts: readonly string[], characters: number): readonly string[] {
  const kept: string[] = [];
  let left = characters;
  for (const text of texts) {
    if (left <= 0) break;
    kept.push(shortened(text, left));
    left -= [...text].length;
  }
  return [...kept, CUT];
}
