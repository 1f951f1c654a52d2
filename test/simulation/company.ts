/**
 * Sign-in with an identity provider that people reach by their browsers: an account opens a session while it is connected,
 * a code opens one once, and the account of a stranger opens none.
 */
import type { OpenedProvider, ProviderAnswer, SignInSecrets } from '../../src/service/access/ports';
import { isLive, type Request } from '../../src/service/request/rules/request';
import { eventOf } from '../support/gateway';
import { type Base, ORGS } from './base';
import { answerOf, Callers, stored } from './callers';
import { ORIGIN } from './instances';
import type { Part } from './part';
import type { World } from './world';

const ISSUER = 'https://login.example.org';
const BRAVO = 'account of bravo';
const IDENTITY = '/api/operators/op_bravo/identity';
/** `op_bravo` becomes an admin only if another part of the schedule makes it one. */
const ADMINS = ['op_alpha', 'op_bravo'] as const;

/** A provider that keeps the codes that it gave to browsers. */
export class IdentityProvider {
  private readonly codes = new Map<
    string,
    { readonly nonce: string; readonly verifier: string; readonly who: string }
  >();

  addressOf(_: OpenedProvider, { state, nonce, verifier }: SignInSecrets): string {
    return `${ISSUER}/authorize?${new URLSearchParams({ state, nonce, verifier })}`;
  }

  /** The person signs in, and the browser goes back with the answer. */
  signIn(url: string, who: string): ProviderAnswer {
    const asked = new URL(url).searchParams;
    const code = `code_${this.codes.size}`;
    this.codes.set(code, { nonce: asked.get('nonce')!, verifier: asked.get('verifier')!, who });
    return { code, state: asked.get('state')!, iss: ISSUER };
  }

  /** Who signed in, or null for a code that is used, unknown or of another sign-in. */
  exchange({ nonce, verifier }: SignInSecrets, { code }: ProviderAnswer): string | null {
    const given = this.codes.get(code);
    this.codes.delete(code);
    return given !== undefined && given.nonce === nonce && given.verifier === verifier ? given.who : null;
  }
}

interface Visit {
  readonly cookie: string;
  readonly answer: ProviderAnswer;
}

export class CompanySignIn implements Part {
  private readonly found: string[] = [];
  private opened = 0;
  private disconnected = false;
  /** How many edits waited for the second admin, and how many of those were approved. */
  private waited = 0;
  private approved = 0;
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const provider = {
      issuer: ISSUER,
      client_id: 'service',
      client_secret: null,
      acr_values: [],
      max_age_seconds: 3600,
      forbids_mail_links: false,
    };
    if (!(await this.edit('PUT', '/api/company-sign-in', { provider }))) return;
    if (!(await this.edit('PUT', IDENTITY, { subject: BRAVO }))) return;
    await Promise.all([this.signIn(), this.strangers(), this.disconnect()]);
    await this.afterwards();
  }

  /**
   * Makes an edit as an admin. If the edit needs a second admin, the other one turns a key. A refused edit is repeated,
   * because another edit may have come first. Returns whether it was made.
   */
  private async edit(method: string, path: string, body?: object): Promise<boolean> {
    for (let n = 0; n < 6; n++) {
      const [by, other] = n % 2 === 0 ? ADMINS : ADMINS.toReversed();
      const answer = await this.callers.asked(() => this.callers.api(by!, method, path, body));
      if (answer === undefined || answer.status === 200) return answer !== undefined;
      if (answer.status !== 202) continue;
      const change = await this.decided(answer.body.change.id, other!);
      if (change.state === 'succeeded') this.approved += 1;
      // A change that is still open may be made later, so it is not proposed again.
      if (change.state === 'succeeded' || isLive(change)) return change.state === 'succeeded';
    }
    return false;
  }

  private async decided(change: string, by: string): Promise<Request> {
    this.waited += 1;
    await this.callers.asked(() => this.callers.turn(by, change));
    for (let n = 0; n < 30 && isLive(stored(this.world, change)); n++) await this.world.think();
    return stored(this.world, change);
  }

  private async disconnect(): Promise<void> {
    for (let n = this.world.random() * 12; n > 0; n--) await this.world.think();
    this.disconnected = await this.edit('DELETE', IDENTITY);
  }

  /** Sends the provider’s answer twice. */
  private async signIn(): Promise<void> {
    const visit = await this.visit(BRAVO);
    if (visit === null) return;
    const answers = await Promise.all([this.comeBack(visit), this.comeBack(visit)]);
    const opened = answers.filter((answer) => answer?.status === 200).length;
    this.opened += opened;
    if (opened > 1) this.found.push('one code of the provider opened two sessions');
  }

  private async strangers(): Promise<void> {
    const visit = await this.visit('account of a stranger');
    if (visit !== null && (await this.comeBack(visit))?.status === 200) this.found.push('a stranger signed in');
    const own = await this.visit(BRAVO);
    if (own === null) return;
    const state = `in.${'0'.repeat(43)}`;
    const forged = await this.comeBack({ ...own, answer: { ...own.answer, state } });
    if (forged?.status === 200) this.found.push('an answer to another sign-in was accepted');
  }

  private async afterwards(): Promise<void> {
    const visit = this.disconnected ? await this.visit(BRAVO) : null;
    if (visit !== null && (await this.comeBack(visit))?.status === 200)
      this.found.push('a disconnected account signed in');
  }

  /** Starts a sign-in, and signs in at the provider. */
  private async visit(who: string): Promise<Visit | null> {
    await this.world.think();
    const event = eventOf('POST', '/api/session/company', { origin: ORIGIN }, { body: { org: ORGS.ours } });
    const answer = (await this.world.call('console', event)) as { readonly cookies?: readonly string[] } | undefined;
    const said = answerOf(answer);
    const cookie = answer?.cookies?.[0]?.split(';')[0];
    if (said?.status !== 200 || cookie === undefined) return null;
    return { cookie, answer: this.world.provider.signIn(said.body.url, who) };
  }

  private async comeBack({ cookie, answer }: Visit) {
    const given = { body: answer, event: { cookies: [cookie] } };
    return answerOf(
      await this.world.call('console', eventOf('PUT', '/api/session/company', { origin: ORIGIN }, given)),
    );
  }

  violations(): string[] {
    return this.found;
  }

  came(): string[] {
    return [
      ...(this.opened > 0 ? ['signed in with the company account'] : []),
      ...(this.waited > 0 ? ['company sign-in waits for a second admin'] : []),
      ...(this.approved > 0 ? ['company sign-in approved by a second admin'] : []),
      ...(this.disconnected ? ['company account disconnected'] : []),
    ];
  }
}
