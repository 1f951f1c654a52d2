/**
 * What an upstream sends, before the package parses it: it is refused if it is too large, and an answer with a number that would
 * change on its way is noted, because the parsed answer does not show it.
 */
import { ReadBuffer } from '@modelcontextprotocol/client';
import { isObject, parsed, unsafeNumberIn } from '../core';

/** Ids of the answers that have such a number. */
export type Unsafe = Set<string>;

const LARGEST = 10 * 1024 * 1024;
export const LF = 0x0a;
const CR = 0x0d;

/**
 * Notes the id of the answer that a text is, or a part of: then it is the one to the request with the id `asked`. A word about
 * progress is no answer. The sign of -0 may be lost: it is the same number.
 */
function note(unsafe: Unsafe, text: string, asked = ''): void {
  if (unsafeNumberIn(text, true) === null) return;
  const message = parsed(text);
  if (!isObject(message)) unsafe.add(asked);
  else if (message.method === undefined) unsafe.add(String(message.id));
}

/** In place of the platform's `fetch`. A line of a stream is passed on after it was judged. */
export function guardedFetch(unsafe: Unsafe): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, headers } = response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    const asked = String(Object(parsed(String(init?.body))).id);
    const parts = createParts(isStream ? [LF, CR] : [], LARGEST, (text) =>
      note(unsafe, text.replace(/^data: ?/, ''), asked),
    );
    const judging = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        parts.add(chunk);
        controller.enqueue(chunk);
      },
      flush: parts.end,
    });
    return body === null ? response : new Response(body.pipeThrough(judging), response);
  };
}

/** For a command: each line is a message. */
export class GuardedBuffer extends ReadBuffer {
  private readonly parts: ReturnType<typeof createParts>;

  constructor(unsafe: Unsafe) {
    super({ maxBufferSize: LARGEST });
    this.parts = createParts([LF], LARGEST, (text) => note(unsafe, text));
  }

  override append(chunk: Buffer): void {
    this.parts.add(chunk);
    super.append(chunk);
  }
}

/** Puts together what belongs together, up to one of these bytes or to the end. */
export function createParts(ends: readonly number[], largest: number, judge: (text: string) => void) {
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array) => {
    size += part.length;
    if (size > largest) throw new Error('The upstream sends an answer of more than 10 MiB.');
    parts.push(part);
  };
  const end = () => {
    judge(Buffer.concat(parts).toString('utf8'));
    [parts, size] = [[], 0];
  };
  return {
    add(chunk: Uint8Array): void {
      let from = 0;
      for (let at = 0; ends.length > 0 && at < chunk.length; at += 1) {
        if (!ends.includes(chunk[at]!)) continue;
        keep(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      keep(chunk.subarray(from));
    },
    end,
  };
}
