/**
 * Routes that exist only on one machine: the mailbox, the devices, the clock, new sign-in links, a sink for calls
 * (docs/local.md).
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Answer, denied, invalid, notFound, problem, toResult } from '../lambda/http/answer';
import { checkedBody } from '../lambda/http/body';
import type { OperatorId, OrgId } from '../protocol/identifiers';
import type { Mailbox } from './mailbox';
import type { Activity } from './platform/activity';
import type { ClockControl } from './platform/runner-clock';
import { PUSH_SCRIPT, pushScript } from './push-script';
import type { LocalPushService } from './push-service';
import type { Phone } from './push-service/phone';
import { pushRoutes } from './push-service/routes';

export interface LocalRoutes {
  /** Exactly as browsers send them. A page of any other origin is refused. */
  readonly origins: readonly string[];
  /** An absolute path. A second start that finds the port in use shows it. */
  readonly dataDir: string;
  readonly mailbox: Mailbox;
  readonly activity: Activity;
  readonly pushService: LocalPushService;
  readonly phone: Phone;
  /** What was posted to `/local/chat`, oldest first. */
  readonly chatPosts?: string[];
  /** Null if the clock cannot be moved (no `--test-clock`). */
  readonly clockControl: ClockControl | null;
  /** The organization of a demo operator, including operators added in the console; null for every other id. */
  readonly organizationOf: (operator: string) => Promise<OrgId | null>;
  readonly signInUrl: (operator: OperatorId) => Promise<string>;
  /** The pages of the click-through demo; null for a path that does not belong to it. */
  readonly demoPages?: (event: Event) => Promise<APIGatewayProxyStructuredResultV2 | null>;
}

type Event = APIGatewayProxyEventV2;

/** How long to wait for mail, because a machine under constant traffic is never idle. */
const LONGEST_WAIT_MS = 10_000;
const MAX_BODY_BYTES = 32 * 1024;
const KEPT_POSTS = 20;
/** A century. Later times are not valid dates. */
const MAX_ADVANCE_MS = 100 * 366 * 24 * 3600_000;

/**
 * If a web page's host name resolves to 127.0.0.1, the browser still sends that name here, so the page gets no mail.
 */
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/** Answers when nothing is in progress any more, so that the effects of a request can be read at once. */
export function createLocalHandler(deps: LocalRoutes): (event: Event) => Promise<APIGatewayProxyStructuredResultV2> {
  const routes: Readonly<Record<string, readonly [method: string, handle: (event: Event) => Promise<Answer>]>> = {
    '/local/messages': ['GET', (event) => messages(deps, event)],
    '/local/phone': ['GET', (event) => notifications(deps, event)],
    '/local/clock': ['POST', (event) => moveClock(deps, event)],
    '/local/sign-in': ['POST', (event) => signIn(deps, event)],
    '/local/runner': ['GET', async () => ({ status: 200, body: { pid: process.pid, data_dir: deps.dataDir } })],
    '/local/chat': ['POST', async (event) => keepPost(deps, event)],
    '/local/sink': ['POST', async () => ({ status: 200, body: { received: true } })],
  };
  const push = pushRoutes(deps.pushService);
  return async (event) => {
    const stranger = strangerIn(deps, event);
    if (stranger !== null) return toResult(denied(403, stranger));
    const pushed = push(event);
    if (pushed !== null) return toResult(pushed);
    if (event.rawPath === PUSH_SCRIPT) return pushScript();
    const page = await deps.demoPages?.(event);
    if (page !== undefined && page !== null) return page;
    const [method, handle] = routes[event.rawPath] ?? [];
    if (handle === undefined) return toResult(notFound('no such path'));
    if (event.requestContext.http.method !== method) {
      return toResult({ ...problem(405, `this path takes ${method}`, 'invalid'), headers: { allow: method ?? '' } });
    }
    return toResult(await handle(event));
  };
}

/**
 * A caller of these routes can act as any operator, so pages of other origins are refused: the browser would not let
 * them read the answer, but a link would be created or the clock moved. Programs send none of these headers.
 */
function strangerIn({ origins }: LocalRoutes, { headers }: Event): string | null {
  if (!LOOPBACK_HOST.test(headers.host ?? '')) return 'host: these routes are for this machine';
  if (headers.origin !== undefined && !origins.includes(headers.origin)) return 'origin: not a page of this service';
  const site = headers['sec-fetch-site'] ?? 'none';
  const isOpenedByLink = headers['sec-fetch-mode'] === 'navigate';
  return site === 'none' || site === 'same-origin' || isOpenedByLink ? null : 'origin: not a page of this service';
}

async function messages(deps: LocalRoutes, event: Event): Promise<Answer> {
  const receiver = await receiverIn(deps, event);
  if ('refused' in receiver) return receiver.refused;
  const mails = deps.mailbox
    .of(receiver.org, receiver.operator)
    .map(({ request_id, kind, round, code, sent_at }) => ({ request_id, kind, round, code, sent_at }));
  return { status: 200, body: { messages: mails } };
}

async function notifications(deps: LocalRoutes, event: Event): Promise<Answer> {
  const receiver = await receiverIn(deps, event);
  if ('refused' in receiver) return receiver.refused;
  return { status: 200, body: { notifications: await deps.phone.of(receiver.org, receiver.operator) } };
}

type Receiver = { readonly org: OrgId; readonly operator: OperatorId } | { readonly refused: Answer };

/** Once everything that the operator is to get has arrived. */
async function receiverIn(deps: LocalRoutes, event: Event): Promise<Receiver> {
  const operator = event.queryStringParameters?.operator;
  if (operator === undefined) return { refused: invalid('query.operator: name the operator whose messages to read') };
  const org = await deps.organizationOf(operator);
  if (org === null) return { refused: notFound(`no operator ${JSON.stringify(operator)}`) };
  await deps.activity.idle(LONGEST_WAIT_MS);
  return { org, operator: operator as OperatorId };
}

async function moveClock({ clockControl }: LocalRoutes, event: Event): Promise<Answer> {
  if (clockControl === null) return notFound('the clock cannot be moved: start with --test-clock');
  const body = bodyOf(event);
  if ('refused' in body) return body.refused;
  const ms = body.fields.advance_ms;
  if (typeof ms !== 'number' || !Number.isInteger(ms) || ms < 0 || ms > MAX_ADVANCE_MS) {
    return invalid('body.advance_ms: a whole number of milliseconds, 0 or more');
  }
  return { status: 200, body: { server_now: await clockControl.advance(ms) } };
}

async function signIn(deps: LocalRoutes, event: Event): Promise<Answer> {
  const body = bodyOf(event);
  if ('refused' in body) return body.refused;
  const { operator } = body.fields;
  if (typeof operator !== 'string') return invalid('body.operator: name the operator to sign in');
  if ((await deps.organizationOf(operator)) === null) return notFound(`no operator ${JSON.stringify(operator)}`);
  return { status: 200, body: { sign_in_url: await deps.signInUrl(operator as OperatorId) } };
}

/** Acts as a chat. The mailbox page shows what was posted here. */
function keepPost({ chatPosts }: LocalRoutes, event: Event): Answer {
  const body = bodyOf(event);
  if ('refused' in body) return body.refused;
  chatPosts?.push(JSON.stringify(body.fields, null, 2));
  chatPosts?.splice(0, chatPosts.length - KEPT_POSTS);
  return { status: 200, body: { received: true } };
}

function bodyOf(event: Event): { readonly fields: Record<string, unknown> } | { readonly refused: Answer } {
  const body = checkedBody(event, { body: 'required', maxBodyBytes: MAX_BODY_BYTES });
  if (!body.ok) return { refused: body.error };
  const isObject = typeof body.value === 'object' && body.value !== null && !Array.isArray(body.value);
  return isObject ? { fields: body.value as Record<string, unknown> } : { refused: invalid('body: must be an object') };
}
