/** When provisioned capacity (`provisionedCapacity` of a deployment) costs less than paying by use. */
import { LEAST_CAPACITY } from '../infra/config';
import { MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { measureLifecycles, type Tally } from './lifecycle';
import { PRICE } from './price';
import { table, writePart } from './report';

export const HOURS_PER_MONTH = 730;
/** What auto-scaling aims at. */
const TARGET = 0.7;

export async function capacity(): Promise<void> {
  const { plain } = await measureLifecycles();
  const [writes, reads] = [unitsOf(plain, 'writeUnits'), unitsOf(plain, 'readUnits')];
  const byUse = writes * PRICE.writePerMillion + reads * PRICE.readPerMillion;
  const byHour = (share: number) =>
    (writes * perMillion(PRICE.writeUnitHour) + reads * perMillion(PRICE.readUnitHour)) / share;
  const least =
    LEAST_CAPACITY * (1 + MAIN_TABLE.indexes.length) * (PRICE.writeUnitHour + PRICE.readUnitHour) * HOURS_PER_MONTH;
  const even = byHour(1) / byUse;
  const lifecycles = (least / (byUse - byHour(TARGET))) * 1e6;
  writePart(
    'capacity',
    'Provisioned capacity',
    [
      `DynamoDB's part of a million lifecycles without intent: ${writes} write units and ${reads} read units each (*A complete lifecycle*), paid by use (the default) or by`,
      `the hour (\`provisionedCapacity\`, scaled at ${TARGET * 100} % use). Computed from the prices of ${PRICE.region}; they leave out that a table is throttled while it scales.`,
      '',
      table(
        ['average use of the capacity that is paid for', 'by use, USD', 'by the hour, USD'],
        [0.1, 0.2, 0.3, 0.5, TARGET].map((share) => [`${share * 100} %`, byUse.toFixed(2), byHour(share).toFixed(2)]),
      ),
      '',
      `Provisioned capacity costs less from an average use of ${(even * 100).toFixed(0)} % on. Auto-scaling follows a load within minutes, so a load whose busiest quarter of an hour has less than`,
      `${(TARGET / even).toFixed(1)} times the average reaches that. The least capacity (${LEAST_CAPACITY} units for the table and for each of its ${MAIN_TABLE.indexes.length} indexes) costs ${least.toFixed(2)} USD a month, so a steady load must be`,
      `above ${(lifecycles / 1e6).toFixed(1)} million lifecycles a month (${(lifecycles / (30 * 86_400)).toFixed(2)} a second). Below that, or with bursts, stay on demand.`,
    ].join('\n'),
  );
}

/** Of one lifecycle, without what runs once a minute however many there are. */
function unitsOf(tally: Tally, kind: 'writeUnits' | 'readUnits'): number {
  const { heads = 0, sweep = 0, ...others } = tally[kind]!;
  return Object.values(others).reduce((sum, units) => sum + units, 0);
}

const perMillion = (unitHour: number): number => (unitHour / 3600) * 1e6;
