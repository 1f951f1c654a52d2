/** The script by which no page of a runner reaches a real push service (docs/local.md#the-demo). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { SECURITY_HEADERS } from '../lambda/console/security-headers';

export const PUSH_SCRIPT = '/local/push.js';

/** Before every script of the page. */
export const withPushScript = (page: string): string =>
  page.replace('<head>', `<head>\n    <script src="${PUSH_SCRIPT}"></script>`);

export function pushScript(): APIGatewayProxyStructuredResultV2 {
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  };
  return { statusCode: 200, headers, body: readFileSync(join(__dirname, 'push-in-page.js'), 'utf8') };
}
