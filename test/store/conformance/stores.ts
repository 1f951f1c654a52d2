/** The databases on which every rule of a store is run. */
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { openDataDirectory } from '../../../src/local/platform/data-directory';
import { openTables } from '../../../src/local/tables';
import type { OrgId } from '../../../src/protocol/identifiers';
import { MAIN, MemoryStore, TRANSIENT } from '../../simulation/memory-store';

export interface Opened {
  readonly tables: Tables;
  stop(): Promise<void>;
}

/** Where a rule runs. Each test has an organization of its own. */
export interface Place {
  tables(): Tables;
  org(): OrgId;
}

export const STORES: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['in memory', openMemory],
  ['embedded', () => openTables(openDataDirectory(null), undefined, () => undefined)],
  ...(process.env.DYNAMODB_ENDPOINT === undefined
    ? []
    : [
        [
          'at DYNAMODB_ENDPOINT',
          () => openTables(openDataDirectory(null), process.env.DYNAMODB_ENDPOINT, () => undefined),
        ] as const,
      ]),
];

async function openMemory(): Promise<Opened> {
  const memory = MemoryStore.empty();
  const client = { send: async (command: never) => memory.run(command) };
  return { tables: { client: client as never, main: MAIN, transient: TRANSIENT }, stop: async () => undefined };
}
