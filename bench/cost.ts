/** USD for a million lifecycles, from counted operations and published prices. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedConfig, LEAST_CAPACITY } from '../infra/config';
import { SHAPES } from '../infra/constructs/function-shapes';
import { ACCESS_LOG } from '../infra/constructs/http-api';
import { MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { measureLifecycles, type Polls, type Tally } from './lifecycle';
import { PRICE } from './price';
import { fact, table, writePart } from './report';

/**
 * How long a call of each function is billed, in ms: an assumption from the calls that it waits for, one after the other
 * (DynamoDB 5 ms, SQS 10, SES 60, a receiver with its TLS handshake 120), and 5 ms of its own work. `busy`: a batch of ten,
 * which it handles in parallel.
 */
const BILLED_MS: Readonly<Record<string, { readonly alone: number; readonly busy: number }>> = {
  api: { alone: 15, busy: 15 },
  console: { alone: 20, busy: 20 },
  dispatch: { alone: 20, busy: 30 },
  audit: { alone: 25, busy: 30 },
  timer: { alone: 20, busy: 40 },
  notice: { alone: 80, busy: 160 },
  deliver: { alone: 135, busy: 160 },
  heads: { alone: 100, busy: 100 },
};

const DEPLOYMENT = checkedConfig(JSON.parse(readFileSync(join(__dirname, '../deployments/prod.json'), 'utf8')), {
  allowPlaceholders: true,
});

/** Programs call the API's own host; browsers come through CloudFront. */
const GATEWAY = ['api', 'console'];
/** Called once in an interval, however much there is to do. Heads have rows of their own. */
const SCHEDULED = new Set(['sweep', 'heads']);
const BATCH = 10;
const SECONDS_PER_MONTH = 30 * 24 * 3600;

/** USD for a million calls that come through CloudFront. */
const EDGE = PRICE.cloudFrontPerMillion + PRICE.cloudFrontFunctionPerMillion;
/** People who are asked for a key and turn none. Each gets one mail: the code. */
const MORE_ASKED = 3;

type Load = 'alone' | 'busy';
/** `month`: one organization with a million lifecycles in a month. */
type Column = Load | 'month';

interface Row extends Readonly<Record<Column, number>> {
  readonly name: string;
}

export async function cost(): Promise<void> {
  const { region } = DEPLOYMENT;
  if (region !== PRICE.region)
    throw new Error(`the prices are those of ${PRICE.region}, and deployments/ names ${region}`);
  const { plain, polls } = await measureLifecycles();
  const bill = billOf(plain);
  fact('USD for a million lifecycles: the answers', '≤ 20', usd(total(bill.answers).alone));
  const all = total(bill.all);
  fact('USD for a million lifecycles: all, alone and busy', '≤ 20', `${usd(all.alone)} and ${usd(all.busy)}`);
  writePart('cost', text(plain, bill, polls));
}

function billOf(tally: Tally) {
  const answers = answersOf(tally);
  const edge = tally.calls!.console! * EDGE;
  const between = [both('CloudFront and its function, for the console', edge), both('access log', logOf(tally))];
  const behind = behindOf(tally);
  return { answers, between, behind, all: [...answers, ...between, ...behind] };
}

function answersOf({ calls, writeUnits, readUnits }: Tally): Row[] {
  const sum = (counts: Readonly<Record<string, number>>) => GATEWAY.reduce((all, name) => all + counts[name]!, 0);
  return [
    both('API Gateway (HTTP)', sum(calls!) * PRICE.httpApiPerMillion),
    both(
      'Lambda',
      GATEWAY.reduce((all, name) => all + calls![name]! * callOf(name, 'alone'), 0),
    ),
    both('DynamoDB writes', sum(writeUnits!) * PRICE.writePerMillion),
    both('DynamoDB reads', sum(readUnits!) * PRICE.readPerMillion),
  ];
}

function behindOf(tally: Tally): Row[] {
  const { calls, writeUnits, readUnits, messages, sendCalls } = tally;
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).reduce(
      (all, [name, count]) => (GATEWAY.includes(name) || SCHEDULED.has(name) ? all : all + count),
      0,
    );
  const consumers = Object.entries(calls!).filter(
    ([name]) => BILLED_MS[name] !== undefined && !GATEWAY.includes(name) && !SCHEDULED.has(name),
  );
  const lambda = (load: Load) =>
    consumers.reduce((all, [name, count]) => all + (count * callOf(name, load)) / (load === 'busy' ? BATCH : 1), 0);
  const count = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, n) => all + n, 0);
  const [timers, handedOver] = [/^QueuesTimers/, /^Queues(Events|Notices|Audit)/].map((queue) =>
    Object.fromEntries(Object.entries(messages!).filter(([name]) => queue.test(name))),
  ) as [Record<string, number>, Record<string, number>];
  const batches = tally.other!.records! / BATCH;
  // A block of the chain with ten causes weighs what they weigh, half a KiB each; each cause has its own mark.
  const blocks = calls!.audit!;
  return [
    rarely({
      name: 'DynamoDB writes, behind the answers',
      alone: sum(writeUnits!) * PRICE.writePerMillion,
      busy: (sum(writeUnits!) - blocks / 2) * PRICE.writePerMillion,
    }),
    both('DynamoDB reads, behind the answers', sum(readUnits!) * PRICE.readPerMillion),
    rarely({ name: 'Lambda, behind the answers', alone: lambda('alone'), busy: lambda('busy') }),
    // While there is much to do, a batch of the stream sends one request to each queue
    // (test/app/transport/dispatch-batch.test.ts), the sweep sends timers in tens, and all are received and deleted in tens.
    rarely({
      name: 'SQS',
      alone: (count(sendCalls!) + 2 * count(messages!)) * PRICE.sqsPerMillion,
      busy:
        (batches * Object.keys(handedOver).length + count(timers) / BATCH + (2 * count(messages!)) / BATCH) *
        PRICE.sqsPerMillion,
    }),
    {
      name: 'published heads',
      alone: headsOf(tally, 'alone'),
      busy: headsOf(tally, BUSY_RATE),
      month: headsOf(tally, MONTH_RATE),
    },
    { name: 'the last head, as posts carry it', alone: LOOK_UP, busy: 0, month: LOOK_UPS_OF_MONTH * LOOK_UP },
  ];
}

/** A look-up of the last head of an organization lists its objects and gets the first one. An instance remembers it. */
const LOOK_UP = PRICE.listsPerMillion + PRICE.getsPerMillion;
/** Lifecycles a second of one organization that is busy. */
const BUSY_RATE = 1;
const MONTH_RATE = 1e6 / SECONDS_PER_MONTH;
/** For each post of a month with a million of them. Two instances deliver: an assumption. */
const LOOK_UPS_OF_MONTH = (2 * SECONDS_PER_MONTH) / 300 / 1e6;

/**
 * An organization gets a head at most once in the interval of the deployment. Alone: each entry comes after an interval of
 * its own, to an instance that does not remember the last head. Otherwise one head covers what the interval had, at `load`
 * lifecycles a second.
 */
function headsOf({ messages }: Tally, load: 'alone' | number): number {
  const [, entries = 0] = Object.entries(messages!).find(([name]) => name.startsWith('QueuesAudit')) ?? [];
  const reads = 2 * PRICE.readPerMillion;
  const head = PRICE.signaturesPerMillion + PRICE.putsPerMillion + callOf('heads', 'alone') + reads;
  return load === 'alone' ? entries * (head + LOOK_UP) : head / (DEPLOYMENT.headIntervalSeconds * load);
}

/** One line for each call of the API and of the console. CloudWatch adds 26 bytes to each. */
function logOf({ calls }: Tally): number {
  const lines = GATEWAY.reduce((all, name) => all + calls![name]!, 0);
  return lines * ((LOG_LINE.length + 26) / 1e9) * 1e6 * PRICE.logGb;
}

/** As API Gateway fills in the format of the access log. */
const LOG_LINE = ACCESS_LOG.replace('$context.requestId', 'Wm3xTgPjFiAEJ2A=')
  .replace('$context.requestTimeEpoch', '1795228042587')
  .replace('$context.identity.sourceIp', '198.51.100.100')
  .replace('$context.httpMethod', 'POST')
  .replace('$context.routeKey', 'POST /api/requests/{id}/turn')
  .replace('$context.status', '200')
  .replace('$context.responseLatency', '24')
  .replace('$context.responseLength', '1204')
  .replace('$context.integrationErrorMessage', '-');

const WATCHES_A_MINUTE = 3;

/** USD for an hour in which somebody has the inbox open (src/console/lib/inbox.ts). */
function inboxHour({ calls, readUnits }: Polls): number {
  const each = PRICE.httpApiPerMillion + PRICE.cloudFrontPerMillion + PRICE.cloudFrontFunctionPerMillion;
  const waited = WATCHES_A_MINUTE * 20 * (SHAPES.watch.memoryMb / 1024) * 1e6 * PRICE.lambdaGbSecond;
  const answered = calls * each + callOf('console', 'alone') + WATCHES_A_MINUTE * PRICE.lambdaPerMillion;
  const perMinute = answered + waited + readUnits * PRICE.readPerMillion;
  return (60 * perMinute) / 1e6 + (60 * calls * (LOG_LINE.length + 26) * PRICE.logGb) / 1e9;
}

/** USD for a million calls. */
function callOf(name: string, load: Load): number {
  const { memoryMb } = SHAPES[name as keyof typeof SHAPES];
  const gbSeconds = (BILLED_MS[name]![load] / 1000) * (memoryMb / 1024);
  return PRICE.lambdaPerMillion + 1e6 * gbSeconds * PRICE.lambdaGbSecond;
}

/** USD for one more millisecond in a million calls. */
const millisecondOf = (name: string): number => 1e3 * (SHAPES[name as 'api'].memoryMb / 1024) * PRICE.lambdaGbSecond;

/** USD for a million mails to one more person: also taken once, and sent by a function that waits for SES. */
const mailOf = (): number => PRICE.mailsPerMillion + PRICE.writePerMillion + 60 * millisecondOf('notice');

/**
 * Traces in a month with a million lifecycles, evenly spread: of each function, one call a second and 5 % of the others,
 * which is how Lambda samples.
 */
function tracesOf({ calls }: Tally): number {
  return Object.entries(calls!).reduce((all, [name, perLifecycle]) => {
    if (SCHEDULED.has(name)) return all;
    const inMonth = perLifecycle * 1e6;
    return all + Math.min(inMonth, SECONDS_PER_MONTH + 0.05 * Math.max(0, inMonth - SECONDS_PER_MONTH));
  }, 0);
}

function text(plain: Tally, { answers, between, behind, all }: ReturnType<typeof billOf>, polls: Polls): string {
  const line = ({ name, alone, busy, month }: Row) => [name, usd(alone), usd(busy), usd(month)];
  const bold = (name: string, sums: Readonly<Record<Column, number>>) =>
    line({ name, ...sums }).map((cell) => `**${cell}**`);
  const more = (sums: Readonly<Record<Column, number>>, amount: number) => ({
    alone: sums.alone + amount,
    busy: sums.busy + amount,
    month: sums.month + amount,
  });
  const sums = total(all);
  const mails = plain.other!.mails!;
  const [two, five] = [mails * PRICE.mailsPerMillion, mails * PRICE.mailsPerMillion + MORE_ASKED * mailOf()];
  const calls = GATEWAY.map((name) => plain.calls![name]!);
  const millisecond = GATEWAY.reduce((sum, name, n) => sum + calls[n]! * millisecondOf(name), 0);
  return [
    table(
      ['service', 'alone', 'busy', 'a million a month'],
      [
        ...answers.map(line),
        bold('the answers', total(answers)),
        ...between.map(line),
        ...behind.map(line),
        bold('audit, messages, delivery, checks', total(behind)),
        bold('all', sums),
        line(both('`/v1` through CloudFront too, on top', plain.calls!.api! * EDGE)),
        line(both(`mail by SES, two people asked: ${mails} a lifecycle`, two)),
        bold('all, with mail to two', more(sums, two)),
        line(both(`mail by SES, five people asked, two keys: ${mails + MORE_ASKED} a lifecycle`, five)),
        bold('all, with mail to five', more(sums, five)),
      ],
    ),
    '',
    `Each millisecond more in each of the ${calls.reduce((a, b) => a + b)} calls of the answers adds ${usd(millisecond)} USD. An open inbox costs ${usd(inboxHour(polls) * 100)} USD for a hundred hours while nothing changes.`,
    `X-Ray, while \`tracing\` is on, costs at most ${usd((tracesOf(plain) / 1e6) * PRICE.tracesPerMillion)} USD for a million lifecycles a month.`,
    ...provisionedText(plain),
  ].join('\n');
}

const HOURS_PER_MONTH = 730;
/** The share of its capacity that auto-scaling aims at. */
const TARGET = 0.7;

/** When provisioned capacity (`provisionedCapacity` of a deployment) costs less than paying by use. */
function provisionedText(plain: Tally): string[] {
  const [writes, reads] = [unitsOf(plain, 'writeUnits'), unitsOf(plain, 'readUnits')];
  const perMillion = (unitHour: number) => (unitHour / 3600) * 1e6;
  const byUse = writes * PRICE.writePerMillion + reads * PRICE.readPerMillion;
  const byHour = writes * perMillion(PRICE.writeUnitHour) + reads * perMillion(PRICE.readUnitHour);
  const least =
    LEAST_CAPACITY * (1 + MAIN_TABLE.indexes.length) * (PRICE.writeUnitHour + PRICE.readUnitHour) * HOURS_PER_MONTH;
  const millions = least / (byUse - byHour / TARGET);
  return [
    `Provisioned capacity costs less from an average use of ${((byHour / byUse) * 100).toFixed(0)} % on, and above ${millions.toFixed(1)} million lifecycles a month (${((millions * 1e6) / SECONDS_PER_MONTH).toFixed(2)} a second).`,
    'Below that, or with bursts, stay on demand.',
  ];
}

/** Of one lifecycle, without what runs once a minute however many there are. */
function unitsOf(tally: Tally, kind: 'writeUnits' | 'readUnits'): number {
  const { heads = 0, sweep = 0, ...others } = tally[kind]!;
  return Object.values(others).reduce((sum, units) => sum + units, 0);
}

const both = (name: string, amount: number): Row => ({ name, alone: amount, busy: amount, month: amount });
/** A million in a month come one by one. */
const rarely = (row: Omit<Row, 'month'>): Row => ({ ...row, month: row.alone });

function total(rows: readonly Row[]): Readonly<Record<Column, number>> {
  const sum = (column: Column) => rows.reduce((all, row) => all + row[column], 0);
  return { alone: sum('alone'), busy: sum('busy'), month: sum('month') };
}

const usd = (amount: number): string => amount.toFixed(2);
