/** The operators of a test service: they sign in, read their mail and turn keys through the console's own API. */
import type { Refusal } from './api';

interface Open {
  readonly expires_at: number;
  /** Operators whose key can count and is not turned. */
  readonly waiting_for: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the service, whose fields are in the OpenAPI document
type Body = any;

export interface People {
  readonly admin: string;
  /** Throws an error with the service's own sentence if the answer is not 2xx. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** As an operator in a browser. */
  as(operator: string, method: string, path: string, body?: unknown): Promise<Body>;
  /** Throws if the request is decided. */
  open(id: string): Promise<Open>;
  approve(id: string): Promise<void>;
  refuse(id: string, why?: Refusal): Promise<void>;
}

export function openPeople(baseUrl: string, admin: string): People {
  const call: People['call'] = async (method, path, body, headers = {}) =>
    (await send(baseUrl, method, path, body, headers)).body;
  const as: People['as'] = async (operator, method, path, body) => {
    // Signs in each time, because a session ends after 12 hours of a clock that the test moves.
    const { sign_in_url } = await call('POST', '/local/sign-in', { operator });
    const token = String(sign_in_url).replace(/^.*token=/, '');
    const { cookie } = await send(baseUrl, 'POST', '/api/session', { token }, { origin: baseUrl });
    return call(method, path, body, { cookie, origin: baseUrl });
  };
  const open: People['open'] = async (id) => {
    const { request, view } = await as(admin, 'GET', `/api/requests/${encodeURIComponent(id)}`);
    if (view.decided !== null) throw new Error(`${id} is decided already: its outcome is ${request.outcome}.`);
    return view;
  };
  return {
    admin,
    call,
    as,
    open,
    async approve(id) {
      for (const operator of (await open(id)).waiting_for) {
        const { messages } = await call('GET', `/local/messages?operator=${operator}`);
        const isCode = (mail: Body) => mail.request_id === id && mail.code !== null;
        const code = messages.findLast(isCode)?.code;
        const { request } = await as(operator, 'POST', `/api/requests/${id}/turn`, { code });
        if (request.outcome !== null) return;
      }
      throw new Error(`${id} needs more keys than its operators have.`);
    },
    async refuse(id, { outcomeReason, note } = {}) {
      const [operator] = (await open(id)).waiting_for;
      await as(operator!, 'POST', `/api/requests/${id}/refuse`, { outcome_reason: outcomeReason, note });
    },
  };
}

async function send(baseUrl: string, method: string, path: string, body: unknown, headers: Record<string, string>) {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Body;
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${json.error}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { body: json, cookie: cookies.join('; ') };
}
