/** What every step of a restore has, and what a step is. */
import type { Tables } from '../../src/adapters/dynamodb/client';
import type { Continuation } from './chains';
import type { HeadsOf } from './heads';
import type { Found, Journal } from './journal';
import type { Distribution } from './name';
import type { Plane } from './plane';

export interface Restore {
  readonly plane: Plane;
  readonly client: Tables['client'];
  readonly journal: Journal;
  /** The deployment's file, in which the tables are attached. */
  readonly config: string;
  readonly headsOf: HeadsOf;
  /** How often an organization gets heads at most. */
  readonly headIntervalMs: number;
  /** Organizations whose entries are taken although no head covers them. */
  readonly acceptsUnpublished: ReadonlySet<string>;
  /** What continues chains where there is no lost table. */
  readonly continuation: () => Promise<Pick<Continuation, 'signer' | 'publish'>>;
  readonly distribution: Distribution;
  /** The file to which messages that remain are written. */
  readonly archive: string;
  /** How long the queues get to run empty. */
  readonly drainMs: number;
  /** For how long they must stay empty, since counts are late. */
  readonly quietMs: number;
  /** Of a table to another. `source` null: as the file says. */
  readonly setScaling: (source: string | null, target: string, indexes: readonly string[]) => Promise<number>;
  readonly nowMs: () => number;
  readonly pollMs: number;
  readonly log: (line: string) => void;
}

type Done = string | { readonly what: string; readonly found: Found };

export interface Step {
  readonly name: string;
  /** Returns a short summary of the step, and what a later run must know. */
  run(restore: Restore): Promise<Done>;
}

/** A chain differs from its published heads. The deployment stays frozen. */
export class NotAttached extends Error {}
