/**
 * One request through the deployment from outside: it is proposed, read, aborted by its operator, and reported to a
 * receiver by a signed event. `npm run smoke` and the canary both run this.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedPost } from '../../adapters/dynamodb/mailbox';
import { answerOfSoftwarePasskey } from '../../adapters/webauthn/software-passkey';
import { deriveCallbackKey, verifySignature } from '../../protocol/signature';
import type { CanaryCredentials } from './credentials';
import { CANARY_ACTION, CANARY_OPERATOR } from './names';
import { mailboxName } from './receiver';

export interface Smoke {
  /** The base URL of the console and the API, without a path. */
  readonly url: string;
  readonly credentials: CanaryCredentials;
  /** How long to wait for the event. */
  readonly patienceMs?: number;
  /** Called after each successful step. */
  readonly passed?: (step: string) => void;
}

const PATIENCE_MS = 40_000;
const CALL_LASTS_MS = 10_000;

/**
 * Throws an error that names the failed step and the reason. It signs in before it proposes, and always aborts its
 * request. Only a create whose answer is lost, or a failed abort, leaves a request open until its TTL ends.
 */
export async function smoke({ url, credentials, patienceMs = PATIENCE_MS, passed = () => {} }: Smoke): Promise<void> {
  const origin = new URL(url).origin;
  const key = { authorization: `Bearer ${credentials.api_key}` };
  const mailbox = `${credentials.receiver}/${mailboxName(credentials.mailbox_key, randomBytes(16).toString('hex'))}`;
  const proposal = {
    action: CANARY_ACTION,
    requester: CANARY_OPERATOR,
    callback_url: mailbox,
    params: { by: 'smoke' },
  };

  const session = await signIn(origin, credentials);
  const proposed = await call('propose', 202, 'POST', `${origin}/v1/requests`, key, proposal);
  const { id } = requestIn('propose', proposed.body);
  passed(`proposed ${id}`);

  const abort = () => call('abort', 200, 'POST', `${origin}/api/requests/${id}/abort`, session, { note: 'smoke' });
  try {
    const read = await call('read', 200, 'GET', `${origin}/v1/requests/${id}`, key);
    const { state } = requestIn('read', read.body);
    expect('read', state === 'notified', `the state is ${state}`);
  } catch (error) {
    // Report the step that failed first.
    await abort().catch(() => undefined);
    throw error;
  }
  passed('read it');

  const { outcome } = requestIn('abort', (await abort()).body);
  expect('abort', outcome === 'aborted', `the outcome is ${outcome}`);
  passed('aborted it');

  const post = await arrival(mailbox, patienceMs);
  verifyPost(post, id, credentials.api_key);
  passed(`received ${post.headers['service-event-type']}, whose signature is valid`);

  await call('sign out', 200, 'DELETE', `${origin}/api/session`, session);
}

/** Signs in with the operator's passkey, like a browser. Returns the headers of the session. */
async function signIn(origin: string, { passkey }: CanaryCredentials): Promise<Record<string, string>> {
  const step = 'sign in';
  const started = await call(step, 200, 'POST', `${origin}/api/session/options`, { origin }, {});
  const { options } = started.body as { options?: { challenge?: string } };
  expect(step, typeof options?.challenge === 'string', 'the answer has no challenge');
  const response = answerOfSoftwarePasskey(passkey, { challenge: options!.challenge!, origin });
  const opened = await call(step, 200, 'POST', `${origin}/api/session/passkey`, { origin }, { response });
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0];
  expect(step, cookie !== undefined, 'the answer has no cookie');
  return { origin, cookie: cookie! };
}

/** Returns the first post to the mailbox. */
async function arrival(mailbox: string, patienceMs: number): Promise<ReceivedPost> {
  const untilMs = Date.now() + patienceMs;
  do {
    const { body } = await call('receive', 200, 'GET', mailbox, {});
    const [post] = (body as { posts: readonly ReceivedPost[] }).posts;
    if (post !== undefined) return post;
    await pause(500);
  } while (Date.now() < untilMs);
  throw new Error(`receive: no event arrived within ${patienceMs / 1000} s`);
}

function verifyPost({ headers, body }: ReceivedPost, id: string, apiKey: string): void {
  const verified = verifySignature({
    body,
    header: headers['service-signature'] ?? '',
    keys: [deriveCallbackKey(apiKey)],
    nowSeconds: Math.floor(Date.now() / 1000),
  });
  expect('signature', verified.ok, verified.ok ? '' : verified.error);
  const event = JSON.parse(body) as { id?: unknown; type?: unknown; request?: { id?: unknown } };
  expect('event', event.id === headers['service-event-id'], 'the header and the body have different ids');
  expect('event', event.type === 'request.aborted', `its type is ${event.type}`);
  expect('event', JSON.stringify(event).includes(id), `it is of another request than ${id}`);
}

async function call(
  step: string,
  expected: number,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<{ readonly headers: Headers; readonly body: unknown }> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(CALL_LASTS_MS),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string } };
    throw new Error(`${step}: ${new URL(url).host} did not answer (${cause?.code ?? error.name})`);
  });
  const text = await answer.text();
  // Errors of the service contain ids and reasons, never a secret.
  expect(step, answer.status === expected, `the answer is ${answer.status}, not ${expected}: ${text.slice(0, 300)}`);
  return { headers: answer.headers, body: text === '' ? {} : JSON.parse(text) };
}

function requestIn(
  step: string,
  body: unknown,
): { readonly id: string; readonly state: string; readonly outcome: string } {
  const { request } = body as { request?: { id: string; state: string; outcome: string } };
  expect(step, request !== undefined, 'the answer has no request');
  return request!;
}

function expect(step: string, holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`${step}: ${otherwise}`);
}
