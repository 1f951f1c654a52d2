/** The pages of the click-through demo: forms and links, without scripts. */

import type { AuthorizationRequest } from '../../client';
import { OPERATORS } from '../demo';
import type { StoredMail } from '../mailbox';
import type { PhoneNotification } from '../push-service/phone';
import { type DemoProposal, PROPOSALS, type ProposalName } from './proposals';

/** HTML with every value escaped. Only this file writes tags; everything else on a page is text. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.reduce((text, part, index) => text + escaped(values[index - 1] ?? '') + part));
}

function escaped(value: Part): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Shown above every page of the console and of the demo. */
export function demoBar(): Html {
  return html`<nav class="demo-bar" aria-label="Demo">
<strong>Demo</strong>
<form method="post" action="/local/enter"><span>Sign in as</span> ${OPERATORS.map(signInButton)}</form>
<a href="/local/propose">Propose something</a>
<a href="/local/mailbox">Mailbox</a>
<a href="/local/phones">Show the phone</a>
</nav>`;
}

function signInButton({ id, name, role }: (typeof OPERATORS)[number]): Html {
  return html`<button class="demo-button" name="operator" value="${id}">${name}${role === 'admin' ? ' (admin)' : ''}</button> `;
}

/** `head`: the console's own style sheets, where it is built. */
export function page(title: string, head: Html, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title} · Demo</title>${head}</head>
<body>${demoBar()}<main class="demo-page"><h1>${title}</h1>${body}</main></body></html>`.text;
}

export function proposePage(): Html {
  const card = ([name, { title, text, keys, button }]: [string, DemoProposal]) => html`<section class="demo-card">
<h2>${title}</h2><p>${text}</p><p class="demo-note">${keys}</p>
<form method="post" action="/local/propose"><button class="demo-button main" name="proposal" value="${name}">${button}</button></form>
</section>`;
  return html`<p>Each button sends a request as your own software would, with an API key.</p>
<div class="demo-cards">${Object.entries(PROPOSALS).map(card)}</div>`;
}

/** One next step, and the others behind one line. */
export function proposedPage(name: ProposalName, request: AuthorizationRequest): Html {
  const { turners, keys } = PROPOSALS[name];
  const open = { to: `/requests/${request.id}`, label: 'Open the request' };
  const mails = OPERATORS.filter(({ id }) => turners.includes(id))
    // Bravo is no admin, and can turn a key for each of them.
    .sort((a, b) => Number(b.id === 'op_bravo') - Number(a.id === 'op_bravo'))
    .map(({ id, name: person }) => ({ to: `/local/mailbox?operator=${id}`, label: `Open ${person}’s mail` }));
  const refresh = { to: `/local/proposed?proposal=${name}&id=${request.id}`, label: 'Refresh' };
  const [next, ...others] = request.live ? [...mails, open, refresh] : [open];
  const list = others.map(({ to, label }) => html`<li><a href="${to}">${label}</a></li>`);
  return html`<p>${request.id} · <strong>${stateOf(request)}</strong></p>
<p class="demo-note">${keys} Each of them was sent a code of their own.</p>
<p><a class="demo-button main" href="${next!.to}">${next!.label}</a></p>
${others.length === 0 ? html`` : html`<details><summary>Other steps</summary><ul class="demo-list">${list}</ul></details>`}`;
}

function stateOf({ outcome, intent, execution }: AuthorizationRequest): string {
  if (outcome !== 'authorized' || intent === null) return outcome ?? 'waiting for keys';
  switch (execution.state) {
    case 'succeeded':
      return `authorized, and the worker reported success: ${execution.reference ?? 'no reference'}`;
    case 'failed':
      return `authorized, and the worker reported a failure: ${execution.error ?? 'no reason'}`;
    default:
      return 'authorized, waiting for the worker';
  }
}

export function mailboxPage(
  operator: (typeof OPERATORS)[number],
  mails: readonly StoredMail[],
  chatPosts: readonly string[],
): Html {
  const none = html`<p>No mail yet. <a href="/local/propose">Propose something</a>.</p>`;
  return html`<p>Nothing leaves this machine: these are the messages that ${operator.name} would get.</p>
${tabsOf('/local/mailbox', operator)}${mails.length === 0 ? none : mails.map((mail) => mailCard(operator.name, mail))}
<h2>Chat</h2>${chatPosts.length === 0 ? NO_POSTS : [...chatPosts].reverse().map(postCard)}`;
}

function tabsOf(path: string, chosen: (typeof OPERATORS)[number]): Html {
  const tabs = OPERATORS.map(
    ({ id, name }) =>
      html`<a href="${path}?operator=${id}" ${id === chosen.id ? html`aria-current="page"` : html``}>${name}</a> `,
  );
  return html`<p class="demo-tabs">${tabs}</p>`;
}

/** A push as the phone opened it. */
type ShownOnPhone = Pick<PhoneNotification, 'device' | 'title' | 'lines' | 'path' | 'code' | 'replaced' | 'sent_at'>;

export function phonePage(operator: (typeof OPERATORS)[number], shown: readonly ShownOnPhone[]): Html {
  const none = html`<p>Nothing was pushed to a device of ${operator.name}. Sign in as ${operator.name} above, open <a href="/account">your
account</a> and press <em>Notify this device</em>. No push leaves this machine.</p>`;
  return html`<p>The notifications of ${operator.name}’s devices, newest first, as the browser opened them. The code is never in what
a notification shows: only a press hands it over.</p>
${tabsOf('/local/phones', operator)}${shown.length === 0 ? none : shown.map((each) => notificationCard(operator, each))}`;
}

function notificationCard(operator: (typeof OPERATORS)[number], shown: ShownOnPhone): Html {
  const request = /^\/requests\/([^/]+)$/.exec(shown.path)?.[1];
  return html`<article class="demo-card demo-push${shown.replaced ? ' gone' : ''}"><p class="demo-note">${sentAt(shown.sent_at)} · ${shown.device}${
    shown.replaced ? ' · replaced by a later one' : ''
  }</p>
<h2>${shown.title}</h2>${shown.lines.map((line) => html`<p>${line}</p>`)}
${request === undefined || shown.replaced ? html`` : enterForm(`Press it as ${operator.name}`, operator.id, request, shown.code)}</article>`;
}

function sentAt(ms: number): Html {
  const sent = new Date(ms).toISOString();
  return html`<time datetime="${sent}">${sent.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

const NO_POSTS = html`<p>Nothing was posted. In the console, open Settings as Alpha and set the chat’s URL to the address of
this machine with the path <code>/local/chat</code>: then the posts are shown here.</p>`;

function postCard(post: string): Html {
  return html`<article class="demo-card"><pre>${post}</pre></article>`;
}

function enterForm(label: string, operator: string, request: string, code: string | null): Html {
  return html`<form method="post" action="/local/enter"><input type="hidden" name="operator" value="${operator}">
<input type="hidden" name="request" value="${request}"><input type="hidden" name="code" value="${code ?? ''}">
<button class="demo-button main">${label}</button></form>`;
}

function mailCard(name: string, { subject, text, code, request_id, operator, sent_at }: StoredMail): Html {
  return html`<article class="demo-card"><h2>${subject}</h2>
<p class="demo-note">${sentAt(sent_at)}</p>
${code === null ? html`` : html`<p>Code: <code class="demo-code">${code.slice(0, 4)} ${code.slice(4)}</code></p>`}
${request_id === null ? html`` : enterForm(`Open as ${name}`, operator, request_id, code)}
<details><summary>The message as it was sent</summary><pre>${text}</pre></details></article>`;
}
