/**
 * How people and programs get access: sessions, links, passkeys, identity providers, and limits of attempts and calls.
 */

import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Result } from '../../protocol/result';
import type { Permit } from '../configuration/ports';
import type { SignedText } from '../request/ports';
import type { Signer } from '../request/rules/signed';
import type { ProvedIdentity, Provider } from './rules/company-sign-in';
import type { Device } from './rules/device';
import type { Began } from './rules/fresh-sign-in';
import type { Passkey } from './rules/passkey';
import type { Bootstrap } from './rules/signing-keys';

export interface Session {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** The public name of the session, for listing and revoking. It is not the token. */
  readonly id: string;
  /** The operator's access epoch when the session was opened. In any other epoch the session is invalid. */
  readonly accessEpoch: number;
  readonly began: Began;
  /** What its browser said when it signed in. */
  readonly device: Device;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface SignInLink {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly accessEpoch: number;
  /** The hash of the secret of the only browser that may use it. Null for a link from an admin. */
  readonly browserHash: string | null;
}

export interface SessionStore {
  /** Anyone with a link can act as its operator, so creating one needs a permit like an edit of the configuration. */
  createSignInLink(tokenHash: string, link: SignInLink, expiresAtMs: number, permit: Permit): Promise<void>;
  /**
   * Succeeds for one caller only: the link is deleted before the result. Null if it is unknown, used, expired at
   * `nowMs`, or made for another browser, which does not use it up.
   */
  spendSignInLink(tokenHash: string, browserHash: string | null, nowMs: number): Promise<SignInLink | null>;
  /** Also stores when the operator last signed in. */
  create(tokenHash: string, session: Session): Promise<void>;
  /** Contains the operators who have ever signed in. */
  lastSignIns(org: OrgId): Promise<ReadonlyMap<OperatorId, number>>;
  find(tokenHash: string, nowMs: number): Promise<Session | null>;
  /** When this resolves, the session of the token has ended. */
  end(tokenHash: string): Promise<void>;
  /** Includes sessions of every access epoch. */
  list(org: OrgId, operator: OperatorId, nowMs: number): Promise<Session[]>;
  /** Moves a session into the operator's new access epoch. A session that has ended stays ended. */
  carryOver(tokenHash: string, accessEpoch: number): Promise<void>;
  revoke(org: OrgId, operator: OperatorId, id: string): Promise<boolean>;
}

export interface PeerLimiter {
  /** Counts one refused attempt. Returns the seconds that a lock lasts, or null if the peer is not locked. */
  refused(peer: string, nowMs: number): Promise<number | null>;
}

/** Attempts that are counted before their work. */
export interface AttemptCounter {
  /** If as many were refused or are in progress as a window allows, nothing is written, and the attempt may not begin. */
  begin(peer: string, nowMs: number): Promise<BegunAttempt>;
  /** Gives the count of an attempt that succeeded back, if its window has not ended. */
  succeeded(peer: string, begun: BegunAttempt): Promise<void>;
}

export interface BegunAttempt {
  readonly mayBegin: boolean;
  readonly windowEndsAtMs: number;
}

/** What is limited in a window of time that begins with the first one, and for whom. */
export interface Limited {
  readonly what: 'mails' | 'posts' | 'questions' | 'searches' | 'powers' | 'links' | 'pushTests' | 'refused';
  /** `<org>#<operator>`, or what else its room limits. */
  readonly of: string;
  readonly windowMs: number;
}

export interface Counter {
  /** Adds one, or another number, which is negative for what did not happen. Returns the count of the current window. */
  count(limited: Limited, nowMs: number, add?: number): Promise<{ readonly count: number; readonly endsAtMs: number }>;
}

export interface CallMeter {
  /** Counts one call of the organization in the window that ends then. Returns the calls counted in it so far. */
  count(org: OrgId, windowEndsAtMs: number): Promise<number>;
}

export interface PasskeyStore {
  /** Includes deleted passkeys; strongly consistent. */
  ofOrganization(org: OrgId): Promise<Passkey[]>;
  /** Strongly consistent. */
  ofOperator(org: OrgId, operator: OperatorId): Promise<Passkey[]>;
  passkey(org: OrgId, id: string): Promise<Passkey | null>;
  /** Looks in all organizations, because the browser does not say which one. Deleted passkeys are not found. */
  byCredential(credentialId: string): Promise<Passkey | null>;
  /** How many passkeys were ever enrolled for the operator; strongly consistent. */
  enrolments(org: OrgId, operator: OperatorId): Promise<number>;
  /**
   * Stores a new passkey if none was enrolled since `enrolments` returned `after`. `taken`: the credential is already
   * enrolled, by anyone.
   */
  enrol(passkey: Passkey, after: number): Promise<'saved' | 'taken' | 'overtaken'>;
  /** Stores an edit of a stored passkey. */
  save(passkey: Passkey): Promise<'saved' | 'conflict'>;
  /** Strongly consistent. */
  bootstrap(org: OrgId): Promise<Bootstrap>;
  /** Saves the edit together with what the passkey signed about its own enrolment. */
  keepEnrolment(passkey: Passkey, signed: SignedText): Promise<'saved' | 'conflict'>;
  /** Saves the edit together with what the admin signed, if the admin's passkey has not changed since it was read. */
  keepCountersignature(countersignature: Countersignature): Promise<'saved' | 'conflict'>;
  /** What was signed about the enrolment of a passkey. Strongly consistent. */
  keyStatements(org: OrgId, id: string): Promise<KeyStatements>;
  /**
   * True for one caller only. `usedBy` is the caller's own id for this attempt. It is kept until the challenge has
   * expired.
   */
  spendChallenge(challenge: string, expiresAtMs: number, usedBy: string): Promise<boolean>;
}

export interface Countersignature {
  readonly passkey: Passkey;
  readonly signed: SignedText;
  readonly signer: Signer;
  /** Null if the bootstrap of the organization continues or has already ended. */
  readonly endsBootstrapAtMs: number | null;
}

export interface KeyStatements {
  readonly enrolment: SignedText | null;
  readonly countersignature: SignedText | null;
}

/** The answer of a browser. Only the challenge and the credential id are read here. */
export interface CredentialResponse {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

export interface PasskeyVerifier {
  creationOptions(input: {
    readonly rpId: string;
    readonly challenge: string;
    /** 32 bytes in hex. Always the same for an operator, without containing a name. */
    readonly userHandle: string;
    readonly userName: string;
    readonly displayName: string;
    readonly exclude: readonly Passkey[];
  }): Promise<object>;
  requestOptions(input: { readonly rpId: string; readonly challenge: string }): Promise<object>;
  /** The challenge that the browser says it signed; null if it cannot be read. */
  challengeOf(response: CredentialResponse): string | null;
  /** Null if it is not authentic or not for this origin, or if the user was not verified. */
  verifyCreation(
    response: CredentialResponse,
    expected: PasskeyExpectation,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | null>;
  verifyUse(
    response: CredentialResponse,
    passkey: Passkey,
    expected: PasskeyExpectation,
  ): Promise<{ readonly counter: number } | null>;
}

export interface PasskeyExpectation {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** Somebody requested a sign-in link. Whether the organization and the address exist is not known yet. */
export interface RequestedLink {
  readonly kind: 'requested_link';
  readonly org: OrgId;
  readonly address: string;
  /** The hash of the secret of the browser that may use the link. */
  readonly browser: string;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

/** An identity provider (OpenID Connect), with its secret opened. */
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
