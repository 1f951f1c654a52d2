/** Compression of large answers. CloudFront compresses only what it may cache, and no answer may be cached. */
import { gzipSync } from 'node:zlib';
import { type Answer, contentOf } from './answer';

/** Below this, a compressed answer saves no packet. */
const FROM_BYTES = 2048;
/** Higher levels take several times as long, and save a tenth of the bytes. */
const LEVEL = 1;

/** The answer, compressed if it is large and the caller accepts gzip (RFC 9110, section 12.5.3). */
export function compressed(answer: Answer, acceptEncoding: string | undefined): Answer {
  const headers = { ...answer.headers, vary: 'Accept-Encoding' };
  const { type, content } = contentOf(answer);
  if (type === null || !acceptsGzip(acceptEncoding) || Buffer.byteLength(content) <= FROM_BYTES)
    return { ...answer, headers };
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip' },
    other: { type, content: gzipSync(content, { level: LEVEL }) },
  };
}

function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((each) => {
    const [coding, ...weights] = each.toLowerCase().replaceAll(/\s/g, '').split(';');
    return coding === 'gzip' && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight));
  });
}
