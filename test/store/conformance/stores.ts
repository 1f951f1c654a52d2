/** The databases on which every rule of a store is run. */
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { openMemoryTables } from '../../../src/local/memory/tables';
import { openDataDirectory } from '../../../src/local/platform/data-directory';
import { openTables } from '../../../src/local/tables';
import type { OrgId } from '../../../src/protocol/identifiers';

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
  ['in memory', async () => openMemoryTables(() => undefined)],
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
