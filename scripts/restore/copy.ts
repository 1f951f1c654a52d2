/** A table that somebody made from a backup, and what is known about its age (docs/deploy.md#from-a-table). */

export interface Copy {
  readonly table: string;
  /** When its backup was started. */
  readonly started: string;
  /** Whether it is a copy of the table in use, which then shows what happened since. */
  readonly isOfTableInUse: boolean;
}

/**
 * "the backup is guaranteed to contain all data committed to the table up to" one minute before, "and data committed after"
 * one minute later "will not be. The backup might contain data modifications made between" (DynamoDB API reference,
 * CreateBackup).
 */
const BLUR_MS = 60_000;
/** Two clocks of the service may differ by this much. */
export const SKEW_MS = 5000;

/** The last instant of which everything is in the copy. */
export const pointOf = (started: string): string => new Date(Date.parse(started) - BLUR_MS).toISOString();

/** What a copy may or may not have: what was written between these instants, item by item. */
export interface Blur {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** By the clocks of the service. */
export const blurOf = ({ started }: Pick<Copy, 'started'>): Blur => ({
  fromMs: Date.parse(started) - BLUR_MS - SKEW_MS,
  untilMs: Date.parse(started) + BLUR_MS + SKEW_MS,
});
