/** The databases on which every rule of a store is run. */
import type { Tables } from '../../../src/adapters/dynamodb/client';
import { openMemoryTables } from '../../../src/local/memory/tables';
import type { OrgId } from '../../../src/protocol/identifiers';
import { MEMORY_ALONE, openTestTables } from '../../support/tables';
import { strict } from './strict';

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
  [
    'in memory',
    async () => {
      const opened = openMemoryTables(() => undefined);
      return { ...opened, tables: strict(opened.tables) };
    },
  ],
  ...(MEMORY_ALONE ? [] : [['embedded', () => openTestTables(undefined, null)] as const]),
  ...(process.env.DYNAMODB_ENDPOINT === undefined ? [] : [['at DYNAMODB_ENDPOINT', () => openTestTables()] as const]),
];
