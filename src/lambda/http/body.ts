/** Checks the body of a request: its type, then its size, then its text (docs/design.md#authentication-and-limits). */

import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { err, ok, type Result } from '../../protocol/result';
import { type Answer, invalid, problem, tooLarge } from './answer';

export interface BodyRule {
  /** `bytes`: anything, which is not parsed. The others are JSON. */
  readonly body: 'none' | 'optional' | 'required' | 'bytes';
  readonly maxBodyBytes: number;
}

/** The parsed body, the bytes of a document, or undefined if there is none. */
export function checkedBody(event: APIGatewayProxyEventV2, rule: BodyRule): Result<unknown, Answer> {
  if (rule.body === 'none') return ok(undefined);
  const bytes = bytesOf(event);
  if (rule.body === 'optional' && bytes.byteLength === 0) return ok(undefined);
  const unsupported = typeProblem(event, rule.body === 'bytes' ? BYTES : JSON_TYPE);
  if (unsupported !== null) return err(problem(415, unsupported, 'unsupported_media_type'));
  if (bytes.byteLength > rule.maxBodyBytes) {
    return err(tooLarge(`The body has ${bytes.byteLength} bytes. This route accepts at most ${rule.maxBodyBytes}.`));
  }
  if (rule.body === 'bytes') return ok(bytes);
  const parsed = parseJson(bytes);
  return parsed.ok ? parsed : err(invalid(parsed.error));
}

function bytesOf({ body, isBase64Encoded }: APIGatewayProxyEventV2): Uint8Array {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

/** The gateway leaves bytes of this type as they are, and passes them in base64. */
const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';

function typeProblem({ headers }: APIGatewayProxyEventV2, wanted: string): string | null {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type !== wanted) return `Send the body with "Content-Type: ${wanted}".`;
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    return 'The charset of "Content-Type" must be UTF-8.';
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    return 'Send the body without a "Content-Encoding".';
  }
  return null;
}

/** Deeper than any valid body. It limits recursion and the validators. */
const MAX_DEPTH = 32;

/** Strict JSON for untrusted input, which refuses what JSON.parse silently accepts. The error says what is wrong. */
export function parseJson(bytes: Uint8Array): Result<unknown, string> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return err('The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('The body is not valid JSON.');
  }
  const problem = structureProblem(text);
  return problem === null ? ok(value) : err(problem);
}

interface Frame {
  /** Keys seen so far in an object; null in an array. */
  readonly keys: Set<string> | null;
  expectsKey: boolean;
}

/**
 * Makes one pass over text that JSON.parse has accepted. A repeated key is refused, because a proposer and an approver
 * could be shown different values. A lone surrogate is refused, because it cannot be encoded in UTF-8, so hashing,
 * storing or sending would change it.
 */
function structureProblem(text: string): string | null {
  const frames: Frame[] = [];
  for (let at = 0; at < text.length; at++) {
    const frame = frames.at(-1);
    switch (text[at]) {
      case '{':
      case '[':
        if (frames.length === MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
        frames.push({ keys: text[at] === '{' ? new Set() : null, expectsKey: text[at] === '{' });
        break;
      case '}':
      case ']':
        frames.pop();
        break;
      case ',':
        if (frame !== undefined) frame.expectsKey = frame.keys !== null;
        break;
      case '"': {
        const end = endOfString(text, at);
        const raw = text.slice(at, end + 1);
        const string: string = JSON.parse(raw);
        if (!string.isWellFormed())
          return 'The body contains a string with half of a surrogate pair, which is not a character.';
        if (frame?.expectsKey === true && frame.keys !== null) {
          if (frame.keys.has(string))
            return `The body contains the key ${JSON.stringify(string.slice(0, 64))} twice in one object.`;
          frame.keys.add(string);
          frame.expectsKey = false;
        }
        at = end;
        break;
      }
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9': {
        const end = endOfNumber(text, at);
        if (!Number.isFinite(Number(text.slice(at, end))))
          return 'The body contains a number that is too large to be read.';
        at = end - 1;
        break;
      }
    }
  }
  return null;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && '+-.0123456789Ee'.includes(text[at]!)) at++;
  return at;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
