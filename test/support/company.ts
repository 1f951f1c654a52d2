/** The console of two organizations that sign in at a scripted provider, at a time that the test sets. */

import { connect } from '../../src/app/access/identities';
import { openSession } from '../../src/app/access/sign-in';
import { IDENTITY_PROVIDER, type Provider } from '../../src/core/access/company-sign-in';
import type { Began } from '../../src/core/access/fresh-sign-in';
import { createConsoleHandler } from '../../src/lambda/console/handler';
import { DEMO_ORG } from '../../src/local/demo';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import { eventOf, said } from './gateway';
import { openLedger } from './ledger';
import { PERMIT } from './permit';
import { openScriptedProvider } from './scripted-provider';

const ORIGIN = 'http://127.0.0.1:1';
export const SIGN_IN = '/api/session/company';
export const OWN = '/api/company-sign-in/identity';
export const PEER = '192.0.2.7';

export type Company = Awaited<ReturnType<typeof openCompany>>;

interface Sent {
  readonly cookie?: string;
  readonly from?: string;
}

export async function openCompany() {
  const scripted = await openScriptedProvider();
  // A whole second, because the provider says whole seconds.
  const time = { nowMs: Math.floor(Date.now() / 1000) * 1000 };
  const ledger = await openLedger({ memory: true, nowMs: () => time.nowMs });
  const { config } = ledger.ports;
  const console = createConsoleHandler({ ...ledger.ports, origin: ORIGIN, cookieName: 'session' });
  async function call(method: string, path: string, body: object, { cookie = '', from = PEER }: Sent = {}) {
    const event = { cookies: cookie === '' ? [] : cookie.split('; ') };
    const options = { body, event, sourceIp: from };
    const result = (await console(eventOf(method, path, { origin: ORIGIN }, options))) as Parameters<typeof said>[0] & {
      cookies?: string[];
    };
    return { ...said(result), cookies: result.cookies ?? [] };
  }
  const operator = async (id: string, org: OrgId = DEMO_ORG) => (await config.operator(org, id as OperatorId))!;
  async function use(fields: Partial<Provider> = {}, org: OrgId = DEMO_ORG): Promise<void> {
    const before = await config.setting(org, IDENTITY_PROVIDER);
    const provider = { issuer: scripted.issuer, clientId: 'console', sealedSecret: null, acrValues: [] };
    const all = { ...provider, maxAgeSeconds: 600, forbidsMailLinks: false, ...fields };
    const setting = { org, provider: all, revision: (before?.revision ?? 0) + 1, journal: [] };
    if ((await config.saveSetting(IDENTITY_PROVIDER, setting, PERMIT)) !== 'saved') throw new Error('not saved');
  }
  return {
    scripted,
    time,
    ledger,
    call,
    operator,
    use,
    async connected(id: string, subject: string, org: OrgId = DEMO_ORG): Promise<void> {
      const account = { issuer: scripted.issuer, subject };
      const made = await connect(config, await operator(id, org), account, {
        at: time.nowMs,
        by: 'op_alpha' as OperatorId,
      });
      if (!made.ok) throw new Error(made.error.reason);
    },
    /** The cookie of a session. */
    async session(id: string, began: Began = 'link', org: OrgId = DEMO_ORG): Promise<string> {
      return `session=${(await openSession(ledger.ports, await operator(id, org), began)).token}`;
    },
    /** Begins, and returns what the provider would send, and the cookie. */
    async begin(path: string = SIGN_IN, sent: Sent = {}, org: OrgId = DEMO_ORG) {
      const started = await call('POST', path, path === SIGN_IN ? { org } : {}, sent);
      if (started.status !== 200) throw new Error(`${started.status} ${started.body.error}`);
      const asked = new URL(started.body.url).searchParams;
      const [set] = started.cookies;
      return { brought: { code: asked.get('nonce')!, state: asked.get('state')! }, pending: set!.split(';')[0]!, set };
    },
    async stop(): Promise<void> {
      await ledger.stop();
      await scripted.stop();
    },
  };
}
