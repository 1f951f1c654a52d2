/** Checks the body of a request: its type, then its size, then its text (docs/design.md#authentication-and-limits). */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { err, ok, type Result } from '../../protocol/result';
import { type Answer, invalid, problem, tooLarge } from './answer';
import { parseJson } from './json';

export interface BodyRule {
  /** `bytes`: anything, which is not parsed. The others are JSON. */
  readonly body: 'none' | 'optional' | 'required' | 'bytes';
  readonly maxBodyBytes: number;
}

/** The parsed body, the bytes of a document, or undefined if there is none. */
export function readBody(event: APIGatewayProxyEventV2, rule: BodyRule): Result<unknown, Answer> {
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
