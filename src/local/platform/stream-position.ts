/** The position of the stream's poller, kept in the data directory, and the records that it gave up. */
import type { DynamoDBRecord } from 'aws-lambda';
import { appendLine, linesIn, readIfThere, replaceFile } from './files';

export interface Position {
  /** The position is valid only for this stream, because a new database starts numbering again. */
  readonly streamArn: string;
  readonly shardId: string;
  /** The last record that was handled. */
  readonly sequenceNumber: string;
}

export interface PositionStore {
  load(): Position | null;
  save(position: Position): void;
}

/**
 * A position that is missing, damaged or of another stream counts as none. Then the stream is read again from its
 * oldest record, which its handler must tolerate in any case.
 */
export function positionFile(path: string | null): PositionStore {
  return {
    load() {
      const text = path === null ? null : readIfThere(path);
      return text === null ? null : parse(text);
    },
    save(position) {
      if (path !== null) replaceFile(path, JSON.stringify(position));
    },
  };
}

function parse(text: string): Position | null {
  try {
    const { streamArn, shardId, sequenceNumber } = JSON.parse(text) as Record<string, unknown>;
    if (typeof streamArn !== 'string' || typeof shardId !== 'string' || typeof sequenceNumber !== 'string') return null;
    return { streamArn, shardId, sequenceNumber };
  } catch {
    return null;
  }
}

/** A complete record that was given up, so that it can be replayed. */
export interface GivenUpRecord {
  readonly at: string;
  readonly error: string;
  readonly record: DynamoDBRecord;
}

export interface GivenUpRecords {
  add(record: GivenUpRecord): void;
  list(): readonly GivenUpRecord[];
  clear(): void;
}

/** One JSON line for each record. An incomplete or damaged line is left out of the list and stays in the file. */
export function givenUpFile(path: string | null): GivenUpRecords {
  const records: GivenUpRecord[] = [];
  for (const line of path === null ? [] : linesIn(path)) {
    try {
      records.push(JSON.parse(line) as GivenUpRecord);
    } catch {}
  }
  return {
    add(record) {
      records.push(record);
      if (path !== null) appendLine(path, JSON.stringify(record));
    },
    list: () => [...records],
    clear() {
      records.length = 0;
      if (path !== null) replaceFile(path, '');
    },
  };
}
