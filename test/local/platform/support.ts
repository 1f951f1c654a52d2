/** A clock that only moves by hand, and what else the tests of the stand-ins share. */
import type { _Record as SdkRecord } from '@aws-sdk/client-dynamodb-streams';
import { Activity } from '../../../src/local/platform/activity';
import { createClockControl, RunnerClock } from '../../../src/local/platform/runner-clock';

export const NOON = Date.UTC(2026, 10, 20, 12);
export const seconds = (count: number): number => count * 1000;

/** `12:00:05` on the day of `NOON`, as the wire has it. */
export const wire = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** A machine at noon: time passes only by `advance`, which waits for all that it sets off. */
export function aMachine() {
  const clock = new RunnerClock(() => NOON);
  const activity = new Activity();
  const { advance } = createClockControl({ clock, activity });
  const reports: string[] = [];
  const report = (what: string, error: unknown) => {
    reports.push(`${what}: ${error instanceof Error ? error.message : error}`);
  };
  return { clock, activity, advance, reports, report, settled: () => activity.idle() };
}

export type TestMachine = ReturnType<typeof aMachine>;

export const ARN = 'arn:stream';

/** A failure of a stream, by its name. */
export const failed = (name: string) => Object.assign(new Error(`it says ${name}`), { name });

export const aRecord = (sequence: number): SdkRecord => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: `${sequence}`, NewImage: { n: { N: `${sequence}` } } },
});

export const records = (...sequences: number[]) => sequences.map(aRecord);

/** A client of a stream: answers each call with the next answer of its kind; the last one stays. */
export function aStream(answers: Record<string, readonly unknown[]> = {}) {
  const calls: [string, object][] = [];
  const left: Record<string, unknown[]> = {
    DescribeStreamCommand: [{ StreamDescription: { Shards: [{ ShardId: 's1' }] } }],
    GetShardIteratorCommand: [{ ShardIterator: 'from' }],
    GetRecordsCommand: [{ Records: [], NextShardIterator: 'next' }],
    ...Object.fromEntries(Object.entries(answers).map(([name, each]) => [`${name}Command`, [...each]])),
  };
  const send = async ({ constructor: { name }, input }: { constructor: { name: string }; input: object }) => {
    calls.push([name.replace('Command', ''), input]);
    const answer = left[name]!.length > 1 ? left[name]!.shift() : left[name]![0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: { send } as never, calls };
}
