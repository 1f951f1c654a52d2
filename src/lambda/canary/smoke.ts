/**
 * One request through the deployment from outside, as customers take it: it is proposed with a sealed intent and read, its
 * operator gets a code and turns a key, a worker claims the intent, opens it and reports, and a receiver gets both events.
 * `npm run smoke` and the canary both run this.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedPost } from '../../adapters/dynamodb/mailbox';
import { answerOfSoftwarePasskey } from '../../adapters/webauthn/software-passkey';
import { type Envelope, openEnvelope, sealIntent } from '../../protocol/sealed-envelope';
import { deriveCallbackKey, verifySignature } from '../../protocol/signature';
import { CODE_POST } from './code-by-post';
import type { CanaryCredentials } from './credentials';
import { CANARY_ACTION, CANARY_OPERATOR } from './names';
import { mailboxName } from './receiver';

export interface Smoke {
  /** The base URL of the console and the API, without a path. */
  readonly url: string;
  readonly credentials: CanaryCredentials;
  /** How long to wait for the code and the events, all together. */
  readonly patienceMs?: number;
  /** Called after each successful step. */
  readonly passed?: (step: string) => void;
}

const PATIENCE_MS = 40_000;
const CALL_LASTS_MS = 10_000;

/**
 * A worker may claim the intent for so long. A run that fails between its key and its claim leaves it open until then. Shorter
 * than a quarter of an hour would send a timer in each run.
 */
const EXECUTE_WITHIN_SECONDS = 3600;

/**
 * Throws an error that names the failed step and the reason. It signs in before it proposes, and aborts its request if it
 * fails before the key. Only a create whose answer is lost, or a failed abort, leaves a request open until its TTL ends.
 */
export async function smoke({ url, credentials, patienceMs = PATIENCE_MS, passed = () => {} }: Smoke): Promise<void> {
  const origin = new URL(url).origin;
  const key = { authorization: `Bearer ${credentials.api_key}` };
  const mailbox = `${credentials.receiver}/${mailboxName(credentials.mailbox_key, randomBytes(16).toString('hex'))}`;
  const untilMs = Date.now() + patienceMs;
  const receive = (type: string) => arrival(mailbox, type, untilMs, patienceMs);
  // A key for one run: a reader of the table cannot open the intent.
  const intentKey = randomBytes(32);
  const plaintext = JSON.stringify({ v: 1, client: 'canary', method: 'check', args: [] });
  const { envelope, digest } = sealIntent({ key: intentKey, action: CANARY_ACTION, plaintext });
  const proposal = {
    action: CANARY_ACTION,
    requester: CANARY_OPERATOR,
    callback_url: mailbox,
    params: { by: 'smoke', intent: digest },
    intent: envelope,
    execute_within: EXECUTE_WITHIN_SECONDS,
  };

  const session = await signIn(origin, credentials);
  const proposed = await call('propose', 202, 'POST', `${origin}/v1/requests`, key, proposal);
  const { id } = requestIn('propose', proposed.body);
  passed(`proposed ${id}`);

  const v1 = `${origin}/v1/requests/${id}`;
  const asOperator = (step: string, body: object) =>
    call(step, 200, 'POST', `${origin}/api/requests/${id}/${step}`, session, body);
  try {
    const { state } = requestIn('read', (await call('read', 200, 'GET', v1, key)).body);
    expect('read', state === 'notified', `the state is ${state}`);
    passed('read it');
    const code = codeIn(await receive(CODE_POST), id);
    passed('received its code');
    const { outcome } = requestIn('turn', (await asOperator('turn', { code })).body);
    expect('turn', outcome === 'authorized', `the outcome is ${outcome}`);
    passed('turned a key');
  } catch (error) {
    // Report the step that failed first.
    await asOperator('abort', { note: 'smoke' }).catch(() => undefined);
    throw error;
  }

  const claimed = (await call('claim', 200, 'POST', `${v1}/claim`, key)).body as Claimed;
  const sealed = requestIn('claim', claimed).intent;
  const opened = openEnvelope({ keys: [intentKey], action: CANARY_ACTION, envelope: sealed ?? ({} as Envelope) });
  expect('claim', opened.ok && opened.value.toString() === plaintext, 'the intent is not the one that was proposed');
  passed('claimed its intent');

  const report = { claim_id: claimed.claim_id, status: 'succeeded', reference: 'smoke' };
  const reported = requestIn('report', (await call('report', 200, 'POST', `${v1}/execution`, key, report)).body);
  const { state } = reported.execution;
  expect('report', state === 'succeeded', `the state of its execution is ${state}`);
  passed('reported it');

  for (const type of ['request.authorized', 'request.executed']) {
    verifyPost(await receive(type), type, id, credentials.api_key);
    passed(`received ${type}, whose signature is valid`);
  }

  await call('sign out', 200, 'DELETE', `${origin}/api/session`, session);
}

interface Claimed {
  readonly claim_id: string;
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

/** Returns the first post of this type to the mailbox. */
async function arrival(mailbox: string, type: string, untilMs: number, patienceMs: number): Promise<ReceivedPost> {
  do {
    const { body } = await call('receive', 200, 'GET', mailbox, {});
    const { posts } = body as { posts: readonly ReceivedPost[] };
    const post = posts.find(({ headers }) => headers['service-event-type'] === type);
    if (post !== undefined) return post;
    await pause(500);
  } while (Date.now() < untilMs);
  throw new Error(`receive: no ${type} arrived within ${patienceMs / 1000} s`);
}

function codeIn({ body }: ReceivedPost, id: string): string {
  const { request, code } = JSON.parse(body) as { request?: unknown; code?: unknown };
  expect('code', request === id, `it is of another request than ${id}`);
  expect('code', typeof code === 'string', 'the post has no code');
  return code as string;
}

function verifyPost({ headers, body }: ReceivedPost, type: string, id: string, apiKey: string): void {
  const verified = verifySignature({
    body,
    header: headers['service-signature'] ?? '',
    keys: [deriveCallbackKey(apiKey)],
    nowSeconds: Math.floor(Date.now() / 1000),
  });
  expect('signature', verified.ok, verified.ok ? '' : verified.error);
  const event = JSON.parse(body) as { id?: unknown; type?: unknown };
  expect('event', event.id === headers['service-event-id'], 'the header and the body have different ids');
  expect('event', event.type === type, `its type is ${event.type}`);
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

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly outcome: string;
  readonly intent?: Envelope | null;
  readonly execution: { readonly state: string };
}

function requestIn(step: string, body: unknown): Shown {
  const { request } = body as { request?: Shown };
  expect(step, request !== undefined, 'the answer has no request');
  return request!;
}

function expect(step: string, holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`${step}: ${otherwise}`);
}
