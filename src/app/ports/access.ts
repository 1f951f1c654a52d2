/** How people and programs come in: sessions, links, passkeys, and limits of attempts and calls. */
import type { Passkey } from '../../core/access/passkey';
import type { Bootstrap } from '../../core/access/signing-keys';
import type { Signer } from '../../core/request/signed';
import type { OperatorId, OrgId } from '../../protocol/identifiers';
import type { Permit } from './configuration';
import type { SignedText } from './ledger';

export interface Session {
  readonly org: OrgId;
  readonly operator: OperatorId;
  /** The public name of the session, for listing and revoking. It is not the token. */
  readonly id: string;
  /** The operator's access epoch when the session was opened. The session is not valid in any other. */
  readonly accessEpoch: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface SignInLink {
  readonly org: OrgId;
  readonly operator: OperatorId;
  readonly accessEpoch: number;
}

export interface SessionStore {
  /** Who has a link acts as its operator, so it takes a permit as an edit of the configuration does. */
  createSignInLink(tokenHash: string, link: SignInLink, expiresAtMs: number, permit: Permit): Promise<void>;
  /** Only one caller succeeds: the link is gone when this answers. Null: unknown, used, or expired at `nowMs`. */
  spendSignInLink(tokenHash: string, nowMs: number): Promise<SignInLink | null>;
  /** Also stores when the operator last signed in. */
  create(tokenHash: string, session: Session): Promise<void>;
  /** Of the operators who have ever signed in. */
  lastSignIns(org: OrgId): Promise<ReadonlyMap<OperatorId, number>>;
  find(tokenHash: string, nowMs: number): Promise<Session | null>;
  /** The session of this token has ended when this answers. */
  end(tokenHash: string): Promise<void>;
  /** Of every access epoch. */
  list(org: OrgId, operator: OperatorId, nowMs: number): Promise<Session[]>;
  /** Moves a session into the operator's new access epoch. A session that has ended stays ended. */
  carryOver(tokenHash: string, accessEpoch: number): Promise<void>;
  revoke(org: OrgId, operator: OperatorId, id: string): Promise<boolean>;
}

export interface PeerLimiter {
  /** Counts one refused attempt. Returns the seconds that a lock lasts, or null if the peer is not locked. */
  refused(peer: string, nowMs: number): Promise<number | null>;
}

export interface CallMeter {
  /** Counts one call of the organization in the window that ends then. Returns the calls counted in it so far. */
  count(org: OrgId, windowEndsAtMs: number): Promise<number>;
}

export interface PasskeyStore {
  /** Including deleted ones; strongly consistent. */
  ofOrganization(org: OrgId): Promise<Passkey[]>;
  /** Strongly consistent. */
  ofOperator(org: OrgId, operator: OperatorId): Promise<Passkey[]>;
  passkey(org: OrgId, id: string): Promise<Passkey | null>;
  /** In any organization, because the browser does not say which one. Deleted passkeys are not found. */
  byCredential(credentialId: string): Promise<Passkey | null>;
  /** How many passkeys were ever enrolled for the operator; strongly consistent. */
  enrolments(org: OrgId, operator: OperatorId): Promise<number>;
  /**
   * Stores a new passkey, if none was enrolled since `enrolments` answered `after`. `taken`: the credential is enrolled
   * already, by whomever.
   */
  enrol(passkey: Passkey, after: number): Promise<'saved' | 'taken' | 'overtaken'>;
  /** An edit of a passkey that is stored. */
  save(passkey: Passkey): Promise<'saved' | 'conflict'>;
  /** Strongly consistent. */
  bootstrap(org: OrgId): Promise<Bootstrap>;
  /** Saves the edit, and what the passkey signed about its own enrolment. */
  keepEnrolment(passkey: Passkey, signed: SignedText): Promise<'saved' | 'conflict'>;
  /** Saves the edit, and what the admin signed, if the admin's passkey is as it was read. */
  keepCountersignature(countersignature: Countersignature): Promise<'saved' | 'conflict'>;
  /** What was signed about the enrolment of a passkey. Strongly consistent. */
  keyStatements(org: OrgId, id: string): Promise<KeyStatements>;
  /** True for only one caller. `usedBy` is the caller's own id for this attempt. Kept until the challenge has expired. */
  useChallenge(challenge: string, expiresAtMs: number, usedBy: string): Promise<boolean>;
}

export interface Countersignature {
  readonly passkey: Passkey;
  readonly signed: SignedText;
  readonly signer: Signer;
  /** Null: the bootstrap of the organization goes on, or has ended before. */
  readonly endsBootstrapAtMs: number | null;
}

export interface KeyStatements {
  readonly enrolment: SignedText | null;
  readonly countersignature: SignedText | null;
}

/** What a browser sends back. Only the names of the challenge and the credential are read here. */
export interface CredentialResponse {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

export interface PasskeyVerifier {
  creationOptions(input: {
    readonly rpId: string;
    readonly challenge: string;
    /** 32 bytes, hex: always the same for an operator, and without a name in it. */
    readonly userHandle: string;
    readonly userName: string;
    readonly displayName: string;
    readonly exclude: readonly Passkey[];
  }): Promise<object>;
  requestOptions(input: { readonly rpId: string; readonly challenge: string }): Promise<object>;
  /** The challenge that the browser says it signed; null if it cannot be read. */
  challengeOf(response: CredentialResponse): string | null;
  /** Null if it is not authentic, not for this origin, or the user was not verified. */
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
