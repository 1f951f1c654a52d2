/**
 * What a restore does to a deployment besides its tables: everything that starts work, and the work that waits. On AWS this
 * is `aws/plane.ts`; the rehearsal has one over the embedded database.
 */
import type { EvidenceDigest } from '../../src/protocol/evidence';
import type { Place, Readiness } from '../support/account';

export interface Names {
  readonly main: string;
  readonly transient: string;
  /** The bucket of published heads. */
  readonly heads: string;
  /** The key of the tables, in this region. */
  readonly dataKey: string;
}

export interface Backlog {
  /** True while the stream has records that no function has read. */
  readonly stream: boolean;
  /** Messages of each queue that consumers can receive now or have received. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Messages that no consumer can have yet. */
  readonly delayed: Readonly<Record<string, number>>;
}

export interface Message {
  readonly queue: string;
  readonly id: string;
  readonly body: string;
  /** Names this receive of the message. */
  readonly handle: string;
}

/** Each call can be repeated: what is already done does not change. */
export interface Plane {
  place(): Promise<Place>;
  /** Those that the service uses now. */
  names(): Promise<Names>;
  /** Nothing to say about a deployment that is no standby. */
  readiness(config: string): Promise<Readiness>;
  /** The stack that a table belongs to, and the functions that read its stream, also those that are switched off. */
  usersOf(table: string, streamArn: string | null): Promise<readonly string[]>;
  /** Of a standby: its replicas of the first region's secrets become secrets of its own. In a few words. */
  promoteSecrets(config: string): Promise<string>;
  /** Callers are refused: the functions behind the API and the console run no more. */
  close(): Promise<void>;
  backlog(): Promise<Backlog>;
  /** Neither the stream, nor a queue, nor a schedule starts a function. Resolves when none runs any more. */
  disable(): Promise<void>;
  /** Ends the executions of the retry loop. Returns how many there were. */
  stopExecutions(): Promise<number>;
  /** Some of the messages that remain in queues and dead letters; none if there are no more. */
  take(): Promise<readonly Message[]>;
  /** Deletes messages that were taken. */
  drop(messages: readonly Message[]): Promise<void>;
  /** Deletes every message, also those that nobody could take. */
  purge(): Promise<void>;
  /** Deploys the stacks with this configuration. */
  deploy(config: string): Promise<void>;
  /** Makes an earlier version of a document the current one, if what is stored does not have the digest. */
  takeBack(org: string, digest: EvidenceDigest): Promise<'stored' | 'taken back' | 'lost'>;
  enable(): Promise<void>;
  /** `reserved`: the concurrency that the configuration gives to each of the functions; null is the account's. */
  open(reserved: Readonly<Record<string, number | null>>): Promise<void>;
  /** One request through the complete service, from outside. */
  smoke(): Promise<void>;
}
