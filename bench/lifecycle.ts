/**
 * Complete lifecycles on the deployed bundles: what is called, sent, read and written, before and after the answers.
 */
import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'expect';
import { FUNCTIONS } from '../infra/bundling/bundle';
import { BUDGET, unitsBehind } from '../test/infra/host/budget';
import { type Deployment, deploy } from '../test/infra/host/deployment';
import { RECEIVER_URL } from '../test/infra/host/internet';
import { type Headers, settleIn } from '../test/infra/host/people';
import { synthesize } from '../test/infra/host/stack';
import { fact, log, table } from './report';
import { PARAMS } from './support/proposal';
import { sealed } from './support/requests';

/** By what is counted, then by function or queue. */
export type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>;

export async function lifecycle(): Promise<void> {
  const { plain, sealed } = await measureLifecycles();
  fact(
    'write and read units of a lifecycle without intent: after the answers',
    `≤ ${BUDGET.writeUnits}, ≤ ${BUDGET.readUnits}`,
    `${unitsBehind(plain.writeUnits!)}, ${unitsBehind(plain.readUnits!)}`,
  );
  log('A lifecycle, each cell without / with an intent', text(plain, sealed));
}

/** A minute of an open inbox with nothing in it. */
export interface Polls {
  readonly calls: number;
  readonly readUnits: number;
}

/** What an open inbox calls, and how often a minute (src/console/lib/inbox.ts). */
const POLLED = [
  ['console', '/api/inbox', 1],
  ['watch', '/api/watch?after=1000000&wait=0', 3],
] as const;
/** A call that waits for 20 s looks again every two seconds. */
const MORE_LOOKS = 10;
const LOOK_UNITS = 0.5;

interface Measured {
  readonly plain: Tally;
  readonly sealed: Tally;
  /** One for each item that the lifecycle with an intent wrote. */
  readonly written: readonly DynamoDBRecord[];
  readonly polls: Polls;
}

let measured: Promise<Measured> | null = null;

/** Measured once in a run of the bench. */
export function measureLifecycles() {
  measured ??= measure();
  return measured;
}

async function measure(): Promise<Measured> {
  // The deployment is a helper of the tests, which use `expect`.
  Object.assign(globalThis, { expect });
  const house = await deploy(synthesize('prod'));
  let before = 0;
  try {
    const calls = countCalls(house);
    const { key, signIn, mailedCode } = await settleIn(house);
    const operators = ['op_a', 'op_b'];
    const sessions = await Promise.all(operators.map(signIn));
    const live = async (isSealed: boolean): Promise<void> => {
      const { id } = (
        await house.call(
          'api',
          'POST',
          '/v1/requests',
          {
            action: 'launch',
            requester: 'op_admin',
            callback_url: RECEIVER_URL,
            ...(isSealed ? sealed(8 * 1024) : { params: PARAMS }),
          },
          key,
        )
      ).body.request;
      await house.settle();
      await check(house);
      for (const [n, operator] of operators.entries()) {
        const code = mailedCode(operator);
        await house.call('console', 'POST', `/api/requests/${id}/turn`, { code }, sessions[n]);
        await house.settle();
      }
      await house.call('api', 'GET', `/v1/requests/${id}`, undefined, key);
      if (isSealed) {
        const { claim_id } = (await house.call('api', 'POST', `/v1/requests/${id}/claim`, undefined, key)).body;
        const report = { claim_id, status: 'succeeded' };
        await house.call('api', 'POST', `/v1/requests/${id}/execution`, report, key);
        await house.settle();
      }
      await check(house);
    };
    // The first one also does the checks that are left from the making of the organization.
    await live(false);
    const marks = [tallyOf(house, calls)];
    for (const isSealed of [false, true]) {
      before = house.written.length;
      await live(isSealed);
      marks.push(tallyOf(house, calls));
    }
    return {
      plain: less(marks[1]!, marks[0]!),
      sealed: less(marks[2]!, marks[1]!),
      written: house.written.slice(before),
      polls: await poll(house, sessions[0]!),
    };
  } finally {
    await house.stop();
  }
}

async function poll(house: Deployment, session: Headers): Promise<Polls> {
  let [calls, readUnits] = [0, 0];
  for (const [name, path, times] of POLLED) {
    const from = house.aws.tally.readUnits[name] ?? 0;
    const { statusCode } = await house.call(name, 'GET', path, undefined, session);
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
    calls += times;
    const waited = name === 'watch' ? MORE_LOOKS * LOOK_UNITS : 0;
    readUnits += times * (house.aws.tally.readUnits[name]! - from + waited);
  }
  return { calls, readUnits };
}

/** Everything is two minutes old, and the sweep runs. */
async function check(house: Deployment): Promise<void> {
  await house.makeDue('requests');
  await house.functions.get('sweep').invoke({ source: 'aws.events' });
  await house.settle();
}

function countCalls({ functions }: Deployment): Record<string, number> {
  const calls: Record<string, number> = {};
  for (const name of FUNCTIONS) {
    const hosted = functions.get(name);
    const { invoke } = hosted;
    const counted = (event: unknown) => {
      calls[name] = (calls[name] ?? 0) + 1;
      return invoke(event);
    };
    Object.assign(hosted, { invoke: counted });
  }
  return calls;
}

function tallyOf({ aws: { tally, mails }, streamed }: Deployment, calls: Record<string, number>): Tally {
  return structuredClone({
    calls,
    writeUnits: tally.writeUnits,
    readUnits: tally.readUnits,
    messages: tally.messages,
    configuration: tally.configuration,
    sendCalls: tally.sendCalls,
    other: {
      records: streamed.flatMap(({ Records }) => Records).length,
      mails: mails.length,
    },
  });
}

function less(after: Tally, before: Tally): Tally {
  const each = (what: string) =>
    Object.entries(after[what]!).map(([name, count]) => [name, count - (before[what]![name] ?? 0)] as const);
  return Object.fromEntries(Object.keys(after).map((what) => [what, Object.fromEntries(each(what))]));
}

function text(plain: Tally, sealed: Tally): string {
  const both = (what: string, name: string) => `${plain[what]![name] ?? 0} / ${sealed[what]![name] ?? 0}`;
  const total = (what: string) =>
    [plain, sealed].map((tally) => Object.values(tally[what]!).reduce((sum, count) => sum + count, 0)).join(' / ');
  const queues = Object.keys(sealed.messages!).sort();
  return [
    table(
      ['function', 'calls', 'write units', 'read units'],
      [
        ...FUNCTIONS.map((name) => [name, both('calls', name), both('writeUnits', name), both('readUnits', name)]),
        ['**all**', total('calls'), total('writeUnits'), total('readUnits')],
      ],
    ),
    '',
    table(
      ['', 'without / with intent'],
      [
        ['records of the stream, past the filter', both('other', 'records')],
        ...queues.map((queue) => [`messages to ${nameOf(queue)}`, both('messages', queue)]),
        ['requests that send them', total('sendCalls')],
        ['requests that receive and delete them, at most', doubled(total('messages'))],
        ['mails', both('other', 'mails')],
      ],
    ),
  ].join('\n');
}

/** `QueuesEvents0A1B2C3D` */
function nameOf(logicalId: string): string {
  return logicalId
    .replace(/^Queues/, '')
    .replace(/[0-9A-F]{8}$/, '')
    .toLowerCase();
}

function doubled(pair: string): string {
  return pair
    .split(' / ')
    .map((count) => 2 * Number(count))
    .join(' / ');
}
