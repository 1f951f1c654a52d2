/** Sign-in at an identity provider (OpenID Connect). */

import type { Result } from '../../../protocol/result';
import type { ProvedIdentity, Provider } from '../rules/company-sign-in';

export type OpenedProvider = Omit<Provider, 'sealedSecret'> & { readonly secret: string | null };

/** What this service makes for one sign-in, and compares with the answer. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The verifier of PKCE. */
  readonly verifier: string;
  readonly redirectUri: string;
}

/** What the browser brings back from the provider. */
export interface ProviderAnswer {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
}

export interface OpenIdRefusal {
  /** `unreachable`: the provider does not answer as OpenID Connect says. `not_proved`: the answer proves nothing. */
  readonly reason: 'unreachable' | 'not_proved';
  /** For admins and the log. It has no secret, and of the provider's text only another issuer. */
  readonly why: string;
}

export interface OpenIdClient {
  /** The address at which the person signs in. Also checks the provider when it is configured. */
  addressOf(provider: OpenedProvider, secrets: SignInSecrets): Promise<Result<string, OpenIdRefusal>>;
  /** Exchanges the code, which works once, and verifies the identity. */
  prove(
    provider: OpenedProvider,
    secrets: SignInSecrets,
    answer: ProviderAnswer,
  ): Promise<Result<ProvedIdentity, OpenIdRefusal>>;
}
