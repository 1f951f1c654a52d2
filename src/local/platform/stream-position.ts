/** The position of the stream's poller, kept in the data directory. */
import { readIfThere, replaceFile } from './files';

export interface Position {
  /** The position is valid only for this stream, because a new database starts numbering again. */
  readonly streamArn: string;
  readonly shardId: string;
  /** The last record that was handled. */
  readonly sequenceNumber: string;
}

/**
 * Null if it is missing or damaged. Then the stream is read again from its oldest record, which its handler must tolerate
 * in any case.
 */
export function readPosition(path: string): Position | null {
  try {
    const { streamArn, shardId, sequenceNumber } = JSON.parse(readIfThere(path) ?? '') as Record<string, unknown>;
    if (typeof streamArn !== 'string' || typeof shardId !== 'string' || typeof sequenceNumber !== 'string') return null;
    return { streamArn, shardId, sequenceNumber };
  } catch {
    return null;
  }
}

export function keepPosition(path: string, position: Position): void {
  replaceFile(path, JSON.stringify(position));
}
