/** The configuration of the gate. `parseConfig` is the only way to one, so what has this type is valid. */
import type { JsonObject } from './types';

export interface GateConfig {
  /** Names this gate in its sealed calls. All its instances have the same name, and no other gate has it. */
  readonly name: string;
  readonly service: {
    readonly url: string /** The console, where people decide. Default: the service's address. */;
    readonly console: string;
  };
  readonly listen: {
    readonly host: string;
    readonly port: number /** The address that callers use: the audience of JWTs. */;
    readonly url: string;
  };
  readonly ledger: { readonly folder: string } | { readonly table: string; readonly region: string };
  readonly upstreams: Readonly<Record<string, UpstreamConfig>>;
  /** The first rule that fits decides. A call that no rule fits is refused. */
  readonly rules: readonly Rule[];
  readonly callers: readonly CallerRule[];
  readonly issuers: readonly IssuerRule[];
  /** Seconds for which an ended call is joined by clients that can only repeat it. Default: 3600. */
  readonly max_age: number;
  /** Seconds for which a call's state can be read after it ended. Default: 7 days. */
  readonly retention: number;
  /** Seconds within which an upstream must answer. Default: 300. The lease of a claim is longer. */
  readonly call_timeout: number;
}

export type UpstreamConfig =
  | {
      readonly url: string /** Name of the environment variable with the bearer token. */;
      readonly token_env: string | null;
    }
  | { readonly command: string; readonly args: readonly string[] };

export interface Rule {
  readonly upstream: string;
  /** A tool's name, or `*` for every tool of the upstream. */
  readonly tool: string;
  /** All must hold. */
  readonly when: Readonly<Record<string, Condition>>;
  readonly then: 'pass' | 'refuse' | Gated;
}

/** A number condition never holds for a value that is not a number. */
export interface Condition {
  readonly equals?: string | number | boolean | null;
  readonly one_of?: readonly (string | number | boolean | null)[];
  readonly at_least?: number;
  readonly at_most?: number;
  readonly below?: number;
  readonly above?: number;
}

export interface Gated {
  readonly action: string;
  /** Each with at most one `{argument}`, so that people can tell arguments apart. */
  readonly params: Readonly<Record<string, string>>;
  /** Arguments that people see as a document beside the params. */
  readonly evidence: readonly string[];
  /** Seconds after the verdict. */
  readonly execute_within: number;
}

export interface CallerRule {
  readonly name: string;
  /** `sha256:` and hex, of the bearer token. */
  readonly token: string;
  readonly operator: string;
}

export interface IssuerRule {
  readonly issuer: string;
  readonly jwks: string;
  /** Which operator each subject proposes for. A subject without one is refused. */
  readonly operators: Readonly<Record<string, string>>;
}

export type Parsed = { readonly config: GateConfig } | { readonly mistakes: readonly string[] };

export function parseConfig(_value: unknown): Parsed {
  return { mistakes: ['The gate cannot be configured yet.'] };
}
export type { JsonObject };
