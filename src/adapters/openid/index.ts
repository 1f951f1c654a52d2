/**
 * OpenID Connect by openid-client: authorization code, PKCE, nonce, state and `max_age`. Every request goes through the
 * guard of outgoing URLs and follows no redirect (docs/decisions/company-sign-in.md).
 */
import type { Configuration, CustomFetch } from 'openid-client';
import { err, ok } from '../../protocol/result';
import type { OpenedProvider, OpenIdClient, OpenIdRefusal, SignInSecrets } from '../../service/access/ports';
import { isIssuedTo } from '../../service/access/rules/company-sign-in';
import { judgeReceiverUrl } from '../../service/request/rules/url';
import type { Clock } from '../../service/system/ports';
import { RefusedAddress, Unreachable } from '../webhook-sender/failure';
import type { GuardedFetch } from '../webhook-sender/guarded-fetch';

// Loaded at the first use, because few calls of the console need it.
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;
type Metadata = ReturnType<Configuration['serverMetadata']>;

export interface OpenIdOptions {
  readonly clock: Clock;
  readonly fetch: GuardedFetch;
  /** True only in the local runner (docs/design.md#addresses). */
  readonly allowLoopback: boolean;
}

/** The metadata is kept, so that nobody can start sign-ins to send many requests to a provider through this service. */
const REMEMBERED_MS = 5 * 60_000;
const MAX_REMEMBERED = 1_000;

export function createOpenIdClient(options: OpenIdOptions): OpenIdClient {
  const known = new Map<string, { readonly untilMs: number; readonly metadata: Metadata }>();
  const metadataOf = async (client: Library, { issuer, clientId }: OpenedProvider): Promise<Metadata> => {
    const remembered = known.get(issuer);
    if (remembered !== undefined && options.clock.nowMs() < remembered.untilMs) return remembered.metadata;
    const metadata = await discover(client, options, issuer, clientId);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(issuer, { untilMs: options.clock.nowMs() + REMEMBERED_MS, metadata });
    return metadata;
  };
  const configured = async (provider: OpenedProvider) => {
    const client = await library();
    const metadata = await metadataOf(client, provider);
    const config = new client.Configuration(
      metadata,
      provider.clientId,
      undefined,
      authentication(client, provider, metadata),
    );
    config[client.customFetch] = options.fetch as CustomFetch;
    if (provider.issuer.startsWith('http:')) client.allowInsecureRequests(config);
    client.enableNonRepudiationChecks(config);
    return { client, config };
  };
  return {
    async addressOf(provider, secrets) {
      try {
        const { client, config } = await configured(provider);
        const challenge = await client.calculatePKCECodeChallenge(secrets.verifier);
        const address = client.buildAuthorizationUrl(config, parametersOf(provider, secrets, challenge)).href;
        // The browser opens this address, so the metadata may only name one that the guard accepts.
        const judged = judgeReceiverUrl(address.split('?')[0]!, options);
        return judged.ok ? ok(address) : err({ reason: 'unreachable', why: judged.reason });
      } catch (error) {
        return err({ reason: 'unreachable', why: whyOf(error) });
      }
    },
    async prove(provider, secrets, { code, state, iss }) {
      try {
        const { client, config } = await configured(provider);
        const url = new URL(secrets.redirectUri);
        url.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedNonce: secrets.nonce,
          expectedState: secrets.state,
          pkceCodeVerifier: secrets.verifier,
        });
        const claims = tokens.claims()!;
        if (claims.sub === '' || !isIssuedTo(provider.clientId, claims)) {
          return err({ reason: 'not_proved', why: 'The ID token names nobody, or was issued to another client' });
        }
        // How old the sign-in may be is judged by `sessionEndMs`, which says why. The library refuses without a reason.
        const { iss: issuer, sub: subject, auth_time: authTime, acr } = claims;
        return ok({
          issuer,
          subject,
          authTimeMs: typeof authTime === 'number' ? authTime * 1000 : null,
          acr: typeof acr === 'string' ? acr : null,
        });
      } catch (error) {
        return err(refusalOf(error));
      }
    },
  };
}

async function discover(client: Library, { fetch }: OpenIdOptions, issuer: string, clientId: string) {
  const discovered = client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    [client.customFetch]: fetch as CustomFetch,
    execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  });
  const config = await discovered.catch((error) => {
    const named = issuerNamedIn(error);
    throw named === null ? error : anotherIssuer(issuer, named);
  });
  const metadata = config.serverMetadata();
  // The library accepts the metadata of some services that serve many companies, where any of them could sign in, and a
  // slash more or less after the host.
  if (metadata.issuer !== issuer) throw anotherIssuer(issuer, metadata.issuer);
  if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined)
    throw new Unreachable('Its metadata names no endpoints for a sign-in');
  return metadata;
}

/** The issuer in the metadata, if the library refused the metadata because of it. */
function issuerNamedIn(error: unknown): string | null {
  for (let each = error; typeof each === 'object' && each !== null; each = (each as { cause?: unknown }).cause) {
    const { attribute, body } = each as { readonly attribute?: unknown; readonly body?: { readonly issuer?: unknown } };
    if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer;
  }
  return null;
}

const MOST_SHOWN = 200;

const anotherIssuer = (set: string, named: string) =>
  new Unreachable(
    `Its metadata names the issuer ${JSON.stringify(named.slice(0, MOST_SHOWN))}, and the setting names ${JSON.stringify(set)}. Enter the issuer exactly as the metadata names it`,
  );

function authentication(client: Library, { secret }: OpenedProvider, metadata: Metadata) {
  if (secret === null) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

function parametersOf({ acrValues, maxAgeSeconds }: OpenedProvider, secrets: SignInSecrets, challenge: string) {
  return {
    redirect_uri: secrets.redirectUri,
    scope: 'openid',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    max_age: String(maxAgeSeconds),
    ...(acrValues.length === 0 ? {} : { acr_values: acrValues.join(' ') }),
  };
}

function refusalOf(error: unknown): OpenIdRefusal {
  return { reason: causeOf(error) === null ? 'not_proved' : 'unreachable', why: whyOf(error) };
}

/** The library wraps errors of the guard. */
function causeOf(error: unknown): RefusedAddress | Unreachable | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof RefusedAddress || each instanceof Unreachable) return each;
  }
  return null;
}

function whyOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return causeOf(error)?.message ?? (typeof code === 'string' ? code : 'The answer is not valid');
}
