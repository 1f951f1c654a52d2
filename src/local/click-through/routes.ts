/**
 * The click-through demo (docs/design.md, local runner): signing in, reading mail and proposing with clicks. It exists
 * only in the local runner: the built console and the deployed functions do not contain it.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError, type Client, createClient } from '../../client';
import { SECURITY_HEADERS } from '../../lambda/console/security-headers';
import type { OperatorId } from '../../protocol/identifiers';
import { builtPage } from '../console-files';
import { DEMO_ORG, type Demo, OPERATORS } from '../demo';
import type { Mailbox } from '../mailbox';
import type { Activity } from '../platform/activity';
import type { DataDirectory } from '../platform/data-directory';
import type { Phone } from '../push-service/phone';
import { demoBar, Html, html, mailboxPage, page, phonePage, proposedPage, proposePage } from './pages';
import { isProposal, propose } from './proposals';
import { type DemoWorker, openDemoWorker } from './worker';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export interface ClickThrough {
  readonly mailbox: Mailbox;
  /** Posts to the chat at `/local/chat`, oldest first. */
  readonly chatPosts: readonly string[];
  /** What was pushed to the devices of an operator, newest first. */
  readonly phone: Phone;
  readonly activity: Activity;
  readonly client: Client;
  readonly worker: DemoWorker;
  readonly signInUrl: (operator: OperatorId) => Promise<string>;
  /** The console's own POST /api/session, for the origin that the event came to. */
  readonly openSession: (event: Event) => Promise<Result>;
  /** The page of the built console; null if it is not built. */
  readonly consolePage: () => string | null;
}

/** Answers null for a path that does not belong to the demo. */
export function createClickThrough(deps: ClickThrough): (event: Event) => Promise<Result | null> {
  const pages: Readonly<Record<string, (event: Event) => Promise<Result> | Result>> = {
    'POST /local/enter': (event) => enter(deps, event),
    'GET /local/mailbox': (event) => mailboxOf(deps, event),
    'GET /local/phones': (event) => phoneOf(deps, event),
    'GET /local/propose': () => shown(deps, 'Propose something', proposePage()),
    'POST /local/propose': (event) => proposed(deps, event),
    'GET /local/proposed': (event) => afterwards(deps, event),
    'GET /local/demo.css': () => asset('demo.css', 'text/css; charset=utf-8'),
    'GET /local/demo.js': () => asset('demo.js', 'text/javascript; charset=utf-8'),
  };
  return async (event) => (await pages[`${event.requestContext.http.method} ${event.rawPath}`]?.(event)) ?? null;
}

/** The console's page with the bar above it. */
export function withDemoBar(consolePage: string): string {
  const head =
    '<link rel="stylesheet" href="/local/demo.css"><script type="module" src="/local/demo.js"></script></head>';
  return consolePage.replace('</head>', head).replace(/<body[^>]*>/, (body) => body + demoBar().text);
}

/** `same-origin`, because with the console's `no-referrer` a browser would post the bar's forms with `Origin: null`. */
export const DEMO_HEADERS = { ...SECURITY_HEADERS, 'referrer-policy': 'same-origin' } as const;

function shown({ consolePage }: ClickThrough, title: string, body: Html): Result {
  const built = consolePage() ?? '';
  const styles = [...built.matchAll(/<link rel="stylesheet"[^>]*>|<script>[^<]*<\/script>/g)];
  const head = html`${styles.map(([tag]) => new Html(tag))}<link rel="stylesheet" href="/local/demo.css">`;
  return answer(200, page(title, head, body));
}

const answer = (statusCode: number, body: string): Result => ({
  statusCode,
  headers: { ...DEMO_HEADERS, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body,
});

const seeOther = (location: string, cookies: string[] = []): Result => ({
  statusCode: 303,
  headers: { ...DEMO_HEADERS, location, 'cache-control': 'no-store' },
  cookies,
});

function asset(name: string, type: string): Result {
  const body = readFileSync(join(__dirname, name), 'utf8');
  return { statusCode: 200, headers: { ...DEMO_HEADERS, 'content-type': type, 'cache-control': 'no-cache' }, body };
}

/**
 * Signs in like somebody who opens a sign-in link, but without the link. Any earlier session is replaced without a
 * question.
 */
async function enter(deps: ClickThrough, event: Event): Promise<Result> {
  const form = formOf(event);
  const operator = OPERATORS.find(({ id }) => id === form.get('operator'));
  if (operator === undefined) return shown(deps, 'There is no such operator', html``);
  const token = (await deps.signInUrl(operator.id)).replace(/^.*token=/, '');
  const { cookies: _, ...rest } = event;
  const opened = await deps.openSession({
    ...rest,
    rawPath: '/api/session',
    headers: { host: event.headers.host!, origin: `http://${event.headers.host}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    isBase64Encoded: false,
    requestContext: { ...event.requestContext, http: { ...event.requestContext.http, path: '/api/session' } },
  });
  if (opened.statusCode !== 200) return shown(deps, 'You could not be signed in', html`<p>Try again.</p>`);
  const request = /^req_[0-9a-f]{24}$/.exec(form.get('request') ?? '');
  const code = /^\d{8}$/.exec(form.get('code') ?? '');
  return seeOther(
    request === null ? '/' : `/requests/${request[0]}${code === null ? '' : `#code=${code[0]}`}`,
    opened.cookies,
  );
}

/**
 * A mail is written shortly after its request. A machine under constant traffic is never idle, so the wait is limited.
 */
const LONGEST_WAIT_MS = 3000;
const SHOWN_MAILS = 30;

async function mailboxOf(deps: ClickThrough, event: Event): Promise<Result> {
  const operator = operatorIn(event);
  if (operator === undefined) return shown(deps, 'There is no such operator', html``);
  await deps.activity.idle(LONGEST_WAIT_MS);
  const mails = [...deps.mailbox.newest(DEMO_ORG, operator.id, SHOWN_MAILS)].reverse();
  return shown(deps, `${operator.name}’s mail`, mailboxPage(operator, mails, deps.chatPosts));
}

async function phoneOf(deps: ClickThrough, event: Event): Promise<Result> {
  const operator = operatorIn(event);
  if (operator === undefined) return shown(deps, 'There is no such operator', html``);
  await deps.activity.idle(LONGEST_WAIT_MS);
  const pushed = await deps.phone.of(DEMO_ORG, operator.id as OperatorId);
  return shown(deps, `${operator.name}’s phone`, phonePage(operator, pushed.slice(0, SHOWN_MAILS)));
}

function operatorIn({ queryStringParameters }: Event) {
  const wanted = queryStringParameters?.operator ?? 'op_alpha';
  return OPERATORS.find(({ id }) => id === wanted);
}

async function proposed(deps: ClickThrough, event: Event): Promise<Result> {
  const name = formOf(event).get('proposal') ?? undefined;
  if (!isProposal(name)) return shown(deps, 'There is no such proposal', html``);
  try {
    const { request } = await propose(deps.client, name, deps.worker.key);
    if (name === 'refund') deps.worker.start();
    return seeOther(`/local/proposed?proposal=${name}&id=${request.id}`);
  } catch (error) {
    // An admin may have changed the demo's actions. The service's own reason says how.
    if (!(error instanceof ApiError)) throw error;
    return shown(deps, 'The request was refused', html`<p>${error.message}</p>`);
  }
}

async function afterwards(deps: ClickThrough, event: Event): Promise<Result> {
  const { id = '', proposal } = event.queryStringParameters ?? {};
  if (!isProposal(proposal) || !/^req_[0-9a-f]{24}$/.test(id)) return seeOther('/local/propose');
  try {
    const { request } = await deps.client.getRequest(id);
    return shown(deps, request.live ? 'Proposed' : 'Decided', proposedPage(proposal, request));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return shown(deps, 'There is no such request', html`<p>${error.message}</p>`);
  }
}

function formOf({ body = '', isBase64Encoded }: Event): URLSearchParams {
  return new URLSearchParams(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8'));
}

export interface DemoPagesOptions
  extends Pick<ClickThrough, 'mailbox' | 'chatPosts' | 'phone' | 'activity' | 'signInUrl' | 'openSession'> {
  readonly baseUrl: string;
  readonly demo: Demo;
  readonly directory: DataDirectory;
}

/** Puts the demo together: its worker, and its pages. */
export function openDemoPages({ baseUrl, demo, directory, ...deps }: DemoPagesOptions) {
  const clientOf = (apiKey: string) => createClient({ baseUrl, apiKey });
  const worker = openDemoWorker(directory, clientOf(demo.keys.worker));
  const client = clientOf(demo.keys.proposer);
  return {
    handle: createClickThrough({ ...deps, client, worker, consolePage: builtPage }),
    stop: () => worker.stop(),
  };
}
