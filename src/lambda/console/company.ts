/** Company sign-in: sign in with an account of the organization's identity provider, and connect such accounts. */
import type { components } from '../../../generated/console';
import { isOrgId } from '../../protocol/identifiers';
import { IDENTITY_PROVIDER, isConnected, type ProviderSetting } from '../../service/access/rules/company-sign-in';
import {
  CALLBACK_PATH,
  type CompanyRefusal,
  type CompanySignInDeps,
  checkedProvider,
  connectOwnIdentity,
  disconnectOwnIdentity,
  finishCompanySignIn,
  MOST_PENDING,
  PENDING_LASTS_MS,
  pendingFor,
  type Started,
  startCompanySignIn,
  startOwnIdentity,
} from '../../service/access/use-cases/company-sign-in';
import type { ConfigurationDeps } from '../../service/administration/use-cases/change-configuration';
import type { Operator } from '../../service/configuration/rules/items';
import { denied, notFound, refused, reply } from '../http/answer';
import type { CountFirst } from '../http/attempts';
import { parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { cookieOf, isSecure, setCookie } from './cookies';
import { edit } from './edit';
import { conflict, EDITED_MEANWHILE, NO_SUCH_OPERATOR, OPERATOR_DISABLED } from './problems';
import { deviceIn, openedAnswer, type SessionDeps } from './session';

type CompanyDeps = CompanySignInDeps & SessionDeps & ConfigurationDeps & { readonly countFirst: CountFirst };

const NO_PROVIDER = refused('This organization has no company sign-in.');
const NOT_HERE = notFound('This organization has no company sign-in.');
const TAKEN = conflict('This company account, or this operator, is already connected. Disconnect it first.');
const NOT_ACCEPTED = 'The company sign-in was not accepted. Start it again.';
const REFUSALS: Readonly<Record<CompanyRefusal['reason'], string>> = {
  not_accepted: NOT_ACCEPTED,
  not_connected: 'This company account is not connected to an operator of the organization. Ask an admin.',
  too_old: 'Your sign-in at the identity provider is too old. Start it again.',
  no_auth_time:
    'The identity provider does not say when you signed in there: its ID token has no claim "auth_time". Ask an admin to switch on this claim for ID tokens at the provider. In Microsoft Entra ID it is an optional claim of the app.',
};

export function createCompanyHandlers(deps: CompanyDeps) {
  return {
    startCompanySignIn: (call) => deps.countFirst(call.event, () => start(deps, call)),
    finishCompanySignIn: (call) => deps.countFirst(call.event, () => finish(deps, call)),
    getCompanySignIn: async ({ principal }) => {
      const { org, record } = await signedIn(principal);
      return settingAnswer(deps, await deps.config.setting(org, IDENTITY_PROVIDER), record);
    },
    setCompanySignIn: (call) => set(deps, call),
    startOwnIdentity: (call) => startOwn(deps, call),
    connectOwnIdentity: (call) => connectOwn(deps, call),
    disconnectOwnIdentity: async ({ principal }) => {
      const { record } = await signedIn(principal);
      const ended = await disconnectOwnIdentity(deps, record);
      if (ended.ok) return reply(200, { server_now: deps.clock.nowMs() });
      return ended.error.reason === 'not_found' ? notFound('No company account is connected.') : EDITED_MEANWHILE;
    },
    connectIdentity: (call) => connect(deps, call),
    disconnectIdentity: (call) => disconnect(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function start(deps: CompanyDeps, { body, event }: ConsoleCall<'startCompanySignIn'>) {
  const started = isOrgId(body.org) ? await startCompanySignIn(deps, body.org) : null;
  if (started?.ok) return { answer: startedAnswer(deps, event, started.value), succeeded: true };
  const answer =
    started === null || started.error.reason === 'no_provider'
      ? NO_PROVIDER
      : refused('The identity provider cannot be used now. Try again, or sign in with a passkey.');
  return { answer, succeeded: false };
}

async function finish(deps: CompanyDeps, { body, event }: ConsoleCall<'finishCompanySignIn'>) {
  const name = pendingFor(pendingNames(deps, event), body);
  const finished = await finishCompanySignIn(deps, pendingIn(deps, event, name), body, deviceIn(event));
  if (finished.ok) {
    const { cookies, ...answer } = await openedAnswer(deps, finished.value);
    return { answer: { ...answer, cookies: [...cookies, ...ended(deps, name)] }, succeeded: true };
  }
  return { answer: denied(401, REFUSALS[finished.error.reason]), succeeded: false };
}

async function set(deps: CompanyDeps, { principal, body }: ConsoleCall<'setCompanySignIn'>) {
  const { org, record } = await signedIn(principal);
  const { provider: sent } = body;
  const checked =
    sent === null
      ? null
      : await checkedProvider(deps, org, {
          issuer: sent.issuer,
          clientId: sent.client_id,
          secret: sent.client_secret,
          acrValues: sent.acr_values,
          maxAgeSeconds: sent.max_age_seconds,
          forbidsMailLinks: sent.forbids_mail_links,
        });
  if (checked !== null && !checked.ok) {
    return checked.error.reason === 'secret_missing'
      ? refused(
          'Send client_secret again, because the issuer or the client id is another one. Send null for a public client.',
        )
      : unusable(checked.error.why);
  }
  return edit(
    deps,
    principal,
    { kind: 'set_identity_provider', provider: checked?.value ?? null },
    { made: (setting) => settingAnswer(deps, setting, record), refused: {} },
  );
}

const unusable = (why: string) =>
  refused(`The identity provider cannot be used: ${why}${why.endsWith('.') ? '' : '.'}`);

async function startOwn(
  deps: CompanyDeps,
  { principal, event }: ConsoleCall<'startOwnIdentity'>,
): ConsoleReply<'startOwnIdentity'> {
  const { record, session } = await signedIn(principal);
  const started = await startOwnIdentity(deps, record, session);
  if (started.ok) return startedAnswer(deps, event, started.value);
  switch (started.error.reason) {
    case 'no_provider':
      return NO_PROVIDER;
    default:
      return unusable(started.error.why);
  }
}

async function connectOwn(
  deps: CompanyDeps,
  { principal, body, event }: ConsoleCall<'connectOwnIdentity'>,
): ConsoleReply<'connectOwnIdentity'> {
  const { org, record, session } = await signedIn(principal);
  const name = pendingFor(pendingNames(deps, event), body);
  const cookie = pendingIn(deps, event, name);
  const connected = await connectOwnIdentity(deps, record, session, { cookie, answer: body });
  if (connected.ok) {
    const answer = await settingAnswer(deps, await deps.config.setting(org, IDENTITY_PROVIDER), record);
    return { ...answer, cookies: ended(deps, name) };
  }
  const { reason } = connected.error;
  return reason === 'identity_taken' ? TAKEN : refused(REFUSALS[reason]);
}

async function connect(deps: CompanyDeps, { principal, path, body }: ConsoleCall<'connectIdentity'>) {
  const { org } = await signedIn(principal);
  const id = parseId('operator', path.id);
  if (id === null) return NO_SUCH_OPERATOR;
  const issuer = (await deps.config.setting(org, IDENTITY_PROVIDER))?.provider?.issuer;
  if (issuer === undefined) return NOT_HERE;
  return edit(
    deps,
    principal,
    { kind: 'connect_identity', id, issuer, subject: body.subject },
    {
      made: () => reply(200, { server_now: deps.clock.nowMs() }),
      refused: {
        not_found: () => NO_SUCH_OPERATOR,
        operator_disabled: () => OPERATOR_DISABLED,
        no_provider: () => NOT_HERE,
        identity_taken: () => TAKEN,
      },
    },
  );
}

async function disconnect(deps: CompanyDeps, { principal, path }: ConsoleCall<'disconnectIdentity'>) {
  const nothing = notFound('No company account is connected to this operator.');
  const owner = parseId('operator', path.id);
  if (owner === null) return nothing;
  return edit(
    deps,
    principal,
    { kind: 'disconnect_identity', owner },
    { made: () => reply(200, { server_now: deps.clock.nowMs() }), refused: { not_found: () => nothing } },
  );
}

async function settingAnswer(deps: CompanyDeps, setting: ProviderSetting | null, record: Operator) {
  const identities = await deps.config.identities(record.org);
  const body: DeepReadonly<components['schemas']['CompanySignIn']> = {
    server_now: deps.clock.nowMs(),
    provider: providerView(setting),
    redirect_uri: `${deps.origin}${CALLBACK_PATH}`,
    connected_at: identities.find((each) => isConnected(each, record))?.connectedAtMs ?? null,
  };
  return reply(200, body);
}

function providerView(
  setting: ProviderSetting | null,
): DeepReadonly<components['schemas']['CompanySignIn']['provider']> {
  const provider = setting?.provider ?? null;
  if (provider === null) return null;
  const { issuer, clientId, sealedSecret, acrValues, maxAgeSeconds, forbidsMailLinks } = provider;
  return {
    issuer,
    client_id: clientId,
    has_secret: sealedSecret !== null,
    acr_values: acrValues,
    max_age_seconds: maxAgeSeconds,
    forbids_mail_links: forbidsMailLinks,
  };
}

type Event = ConsoleCall<'startCompanySignIn'>['event'];

/** Each sign-in has a cookie of its own, so that one in another tab does not end it. */
function startedAnswer(deps: CompanyDeps, event: Event, { url, cookie }: Started) {
  const set = pendingSet(deps, cookie.name, cookie.value, PENDING_LASTS_MS / 1000);
  const oldest = pendingNames(deps, event).slice(0, 1 - MOST_PENDING);
  const cookies = [set, ...oldest.flatMap((name) => ended(deps, name))];
  return { ...reply(200, { server_now: deps.clock.nowMs(), url }), cookies };
}

const prefixOf = (deps: CompanyDeps): string => (isSecure(deps) ? '__Host-pending-' : 'pending-');

/** What waits in this browser, oldest first. */
function pendingNames(deps: CompanyDeps, { cookies = [] }: Event): string[] {
  const names = cookies.map((text) => text.trim().split('=')[0]!).filter((name) => name.startsWith(prefixOf(deps)));
  return names.map((name) => name.slice(prefixOf(deps).length)).sort();
}

const pendingIn = (deps: CompanyDeps, event: Event, name: string | null): string | null =>
  name === null ? null : cookieOf(event, `${prefixOf(deps)}${name}`);

const ended = (deps: CompanyDeps, name: string | null): string[] =>
  name === null ? [] : [pendingSet(deps, name, '', 0)];

/** Lax, because the browser comes back from the site of the provider. */
const pendingSet = (deps: CompanyDeps, name: string, value: string, maxAgeSeconds: number): string =>
  setCookie(deps, `${prefixOf(deps)}${name}`, value, { maxAgeSeconds, sameSite: 'Lax' });
