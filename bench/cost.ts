/** USD for a million lifecycles, from counted operations and published prices. */
import { LEAST_CAPACITY } from '../infra/config';
import { SHAPES as FUNCTION_SHAPES } from '../infra/constructs/function-shapes';
import { ACCESS_LOG } from '../infra/constructs/http-api';
import { MAIN_TABLE } from '../src/adapters/dynamodb/table';
import { GIVE_UP_AFTER_MS } from '../src/service/delivery/rules/schedule';
import { synthesize } from '../test/infra/host/stack';
import { idleBill } from './idle';
import { type Attempts, type Lifecycle, type Measured, measureLifecycles, type Polls, type Tally } from './lifecycle';
import { type AttemptPrices, attemptsIn, deadDeliveries, monthText, type Prices, transitionsOf } from './month';
import { PRICE } from './price';
import { fact, table, writePart } from './report';
import { DEPLOYMENT, vcpuOf } from './support/deployment';
import type { Stored } from './support/stored';

interface Billed {
  readonly alone: number;
  readonly busy: number;
}

/**
 * What a call of each function waits for, one after the other, in ms: an assumption (DynamoDB 5 ms, SQS 10, SES 60, a receiver
 * with its TLS handshake 120). `busy`: a batch of ten, which it handles in parallel.
 */
const WAITS_MS: Readonly<Record<string, Billed>> = {
  api: { alone: 10, busy: 10 },
  console: { alone: 15, busy: 15 },
  dispatch: { alone: 15, busy: 15 },
  audit: { alone: 20, busy: 20 },
  timer: { alone: 15, busy: 15 },
  notice: { alone: 75, busy: 75 },
  deliver: { alone: 130, busy: 130 },
  heads: { alone: 95, busy: 95 },
};
/**
 * The CPU of a call, in ms of one vCPU, of which a function has a share: 2 to 3 ms were measured of `audit` and `deliver`, and
 * the others are assumed to be like them. Ten messages have ten times the CPU of one; ten changes of a chain are one block.
 */
const CPU_MS: Billed = { alone: 3, busy: 25 };
const CHAIN_CPU_MS: Billed = { alone: 3, busy: 5 };
/** Operators who turn a key. Each opens the page of the request and reads it for a minute. */
const KEYS = 2;

/** Programs call the API's own host; browsers come through CloudFront. */
const GATEWAY = ['api', 'console'];
/** Called once in an interval, however much there is to do. Heads have rows of their own. */
const SCHEDULED = new Set(['sweep', 'heads']);
const BATCH = 10;
const SECONDS_PER_MONTH = 30 * 24 * 3600;

/** USD for a million calls that come through CloudFront. */
const EDGE = PRICE.cloudFrontPerMillion + PRICE.cloudFrontFunctionPerMillion;
type Load = keyof Billed;

interface Row extends Billed {
  readonly name: string;
}

/** In the order of the columns. */
const COLUMNS = { cheapest: 'cheapest', usual: 'usual', usualWithIntent: '8 KiB intent' } as const;

export async function cost(): Promise<void> {
  const { region } = DEPLOYMENT;
  if (region !== PRICE.region)
    throw new Error(`the prices are those of ${PRICE.region}, and deployments/ names ${region}`);
  const measured = await measureLifecycles();
  const bills = Object.keys(COLUMNS).map((shape) =>
    billOf(measured[shape as keyof typeof COLUMNS], measured.open.page),
  );
  const [cheapest, usual, withIntent] = bills as [Bill, Bill, Bill];
  const said = ({ alone, busy }: Billed) => `${usd(alone)} and ${usd(busy)}`;
  const [all, ofUsual, ofIntent] = [cheapest, usual, withIntent].map((bill) => said(total(allOf(bill))));
  fact('USD for a million of the cheapest lifecycles: the answers', '≤ 20', usd(total(cheapest.answers).alone));
  fact('the same: all, alone and busy', '≤ 20', all!);
  fact('the same of usual ones, and with an 8 KiB intent', '–', `${ofUsual}, ${ofIntent}`);
  const everything = [...allOf(usual), ...usual.people, usual.year];
  fact('the same of usual ones, with mails, pages and a year of storage', '–', said(total(everything)));
  writePart('cost', text(bills, measured));
  writePart('month', monthOf(withIntent, measured, total(allOf(cheapest)).alone));
  writePart('dead', deadText(measured.attempts));
}

/** As docs/performance.md describes them. */
function monthOf(bill: Bill, { open, attempts, workerPoll }: Measured, lifecycle: number): string {
  const [mail, page] = bill.people as [Row, Row];
  const prices = (load: Load): Prices => ({
    lifecycle: total(allOf(bill))[load],
    mails: mail[load],
    pages: page[load],
    inboxMinute: pollsOf(open.inbox),
    poll: PRICE.httpApiPerMillion + logLines(1) + callOf('api', 'alone') + usdOf(workerPoll),
    year: bill.year[load],
    attempts: attemptPrices(attempts, load, HANGS_MS),
  });
  const idle = idleBill(synthesize('prod'), lifecycle / 1e6).reduce((sum, { usd }) => sum + usd, 0);
  return monthText(
    [
      { what: '200 requests a day', requests: 200 * 30, inboxes: 5, workers: 2, prices: prices('alone') },
      { what: 'a million a month', requests: 1e6, inboxes: 200, workers: 10, prices: prices('busy') },
    ],
    idle,
  );
}

/** An attempt at a receiver that does not answer ends after this time, and one that is refused after that. */
const [HANGS_MS, REFUSED_MS] = [10_000, WAITS_MS.deliver!.alone];

/** USD for a million attempts: in the loop one at a time, and hourly ones in batches of ten while there are many. */
function attemptPrices({ inLoop, hourly }: Attempts, load: Load, waitMs: number): AttemptPrices {
  const called = (name: 'deliver' | 'deliverTry', of: Load) => {
    const ms = waitMs + CPU_MS[of] / vcpuOf(name);
    return PRICE.lambdaPerMillion + ms * millisecondOf(name);
  };
  const inBatch = load === 'busy' ? BATCH : 1;
  return {
    inLoop: called('deliverTry', 'alone') + usdOf(inLoop),
    hourly: (called('deliver', load) + 3 * PRICE.sqsPerMillion) / inBatch + usdOf(hourly),
  };
}

const usdOf = ({ readUnits, writeUnits }: Attempts['hourly']): number =>
  readUnits * PRICE.readPerMillion + writeUnits * PRICE.writePerMillion;

function deadText(attempts: Attempts): string {
  const { inLoop, hourly } = attemptsIn(GIVE_UP_AFTER_MS);
  const each = (waitMs: number) => deadDeliveries(GIVE_UP_AFTER_MS, attemptPrices(attempts, 'busy', waitMs)) / 1e6;
  const day = (waitMs: number) => usd((each(waitMs) * 1e6) / 30);
  return [
    `An event for a receiver that stays dead for 72 hours has ${1 + inLoop + hourly} attempts: the first, ${inLoop} of the retry loop with ${transitionsOf(inLoop)} state transitions, and ${hourly} hourly ones.`,
    `They cost ${each(REFUSED_MS).toFixed(4)} USD if they are refused, and ${each(HANGS_MS).toFixed(4)} if they hang; a day's events of a million a month ${day(REFUSED_MS)} and ${day(HANGS_MS)} USD.`,
  ].join('\n');
}

interface Bill {
  readonly answers: readonly Row[];
  readonly between: readonly Row[];
  readonly behind: readonly Row[];
  /** Mails, and the pages that people read. */
  readonly people: readonly Row[];
  readonly year: Row;
}

const allOf = ({ answers, between, behind }: Bill): readonly Row[] => [...answers, ...between, ...behind];

function billOf({ tally, stored }: Lifecycle, page: Polls): Bill {
  const edge = tally.calls!.console! * EDGE;
  return {
    answers: answersOf(tally),
    between: [both('CloudFront and its function, access log', edge + logOf(tally))],
    behind: behindOf(tally),
    people: [
      both('mail by SES', tally.other!.mails! * PRICE.mailsPerMillion),
      both(`its page read for a minute by ${KEYS}`, KEYS * pollsOf(page)),
    ],
    year: both('kept for a year, with backups', yearOf(stored)),
  };
}

/** USD for a million times what an open page calls. */
function pollsOf({ console, watches, held, readUnits, writeUnits }: Polls): number {
  const calls = (console + watches) * (PRICE.httpApiPerMillion + EDGE) + logLines(console + watches);
  const watchMs = held ? 20_000 : WAITS_MS.api!.alone + CPU_MS.alone / vcpuOf('watch');
  const watched = watches * (PRICE.lambdaPerMillion + watchMs * millisecondOf('watch'));
  const units = readUnits * PRICE.readPerMillion + writeUnits * PRICE.writePerMillion;
  return calls + console * callOf('console', 'alone') + watched + units;
}

/** A backup has the items and not the indexes. */
function yearOf({ bytes, indexBytes }: Stored): number {
  const gb = (each: number) => (each * 1e6) / 2 ** 30;
  return 12 * (gb(bytes + indexBytes) * PRICE.storedGbMonth + gb(bytes) * PRICE.backupGbMonth);
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
    ([name]) => WAITS_MS[name] !== undefined && !GATEWAY.includes(name) && !SCHEDULED.has(name),
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
    {
      name: 'DynamoDB writes',
      alone: sum(writeUnits!) * PRICE.writePerMillion,
      busy: (sum(writeUnits!) - blocks / 2) * PRICE.writePerMillion,
    },
    both('DynamoDB reads', sum(readUnits!) * PRICE.readPerMillion),
    { name: 'Lambda', alone: lambda('alone'), busy: lambda('busy') },
    // While there is much to do, a batch of the stream sends one request to each queue
    // (test/transport/batch.test.ts), the sweep sends timers in tens, and all are received and deleted in tens.
    {
      name: 'SQS',
      alone: (count(sendCalls!) + 2 * count(messages!)) * PRICE.sqsPerMillion,
      busy:
        (batches * Object.keys(handedOver).length + count(timers) / BATCH + (2 * count(messages!)) / BATCH) *
        PRICE.sqsPerMillion,
    },
    {
      name: 'heads, published and in posts',
      alone: headsOf(tally, 'alone') + calls!.deliver! * LOOK_UP,
      busy: headsOf(tally, BUSY_RATE),
    },
  ];
}

/** A look-up of the last head of an organization lists its objects and gets the first one. An instance remembers it. */
const LOOK_UP = PRICE.listsPerMillion + PRICE.getsPerMillion;
/** Lifecycles a second of one organization that is busy: 2.6 million a month. */
const BUSY_RATE = 1;

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

const logOf = ({ calls }: Tally): number => logLines(GATEWAY.reduce((all, name) => all + calls![name]!, 0));

/** One line for each call of the API and of the console. CloudWatch adds 26 bytes to each. */
const logLines = (calls: number): number => calls * (LOG_LINE.length + 26) * 1e-3 * PRICE.logGb;

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

/** USD for a million calls. */
function callOf(name: string, load: Load): number {
  const cpuMs = name === 'audit' ? CHAIN_CPU_MS : GATEWAY.includes(name) ? { ...CPU_MS, busy: CPU_MS.alone } : CPU_MS;
  const ms = WAITS_MS[name]![load] + cpuMs[load] / vcpuOf(name as keyof typeof FUNCTION_SHAPES);
  return PRICE.lambdaPerMillion + ms * millisecondOf(name);
}

/** USD for one more millisecond in a million calls. */
const millisecondOf = (name: string): number =>
  1e3 * (FUNCTION_SHAPES[name as 'api'].memoryMb / 1024) * PRICE.lambdaGbSecond;

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

function text(bills: readonly Bill[], { cheapest, usual, usualWithIntent, open, openHeld }: Measured): string {
  const rows = (rowsOf: (bill: Bill) => readonly Row[]) => {
    const of = bills.map(rowsOf);
    return of[0]!.map(({ name }, at) => [name, ...of.map((each) => cellOf(each[at]!))]);
  };
  const sum = (name: string, rowsOf: (bill: Bill) => readonly Row[]) =>
    [name, ...bills.map((bill) => cellOf(total(rowsOf(bill))))].map((cell) => `**${cell}**`);
  const people = ({ people }: Bill) => people;
  const { tally } = cheapest;
  const calls = GATEWAY.map((name) => tally.calls![name]!);
  const millisecond = GATEWAY.reduce((all, name, n) => all + calls[n]! * millisecondOf(name), 0);
  const edge = tally.calls!.api! * EDGE;
  const leaves = [cheapest, usual, usualWithIntent].map(
    ({ tally, stored: { items, bytes } }) =>
      `${tally.other!.mails}, ${items} items of ${(bytes / 1024).toFixed(1)} KiB`,
  );
  return [
    table(
      ['alone, busy', ...Object.values(COLUMNS)],
      [
        ...rows(({ answers }) => answers),
        sum('the answers', ({ answers }) => answers),
        ...rows(({ between }) => between),
        ...rows(({ behind }) => behind),
        sum('audit, messages, delivery, checks', ({ behind }) => behind),
        sum('all', allOf),
        ...rows(people),
        ...rows(({ year }) => [year]),
        sum('all, with people and a year', (bill) => [...allOf(bill), ...bill.people, bill.year]),
        ...rows(({ year }) => [both('kept for seven years', 7 * year.alone)]),
      ],
    ),
    '',
    `Mails, and what stays in the table: ${leaves.join('; ')}. The page of a request: ${callsOf(open.page)} calls with ${open.page.readUnits} read units; where answers are held, ${callsOf(openHeld.page)}.`,
    `Each millisecond more in each of the ${calls.reduce((a, b) => a + b)} calls of the answers adds ${usd(millisecond)} USD, and \`/v1\` through CloudFront ${usd(edge)}.`,
    `While nothing changes, an open inbox costs ${usd(hoursOf(100, open.inbox))} USD for a hundred hours, and 200 of them on 22 days of 8 hours ${usd(200 * hoursOf(22 * 8, open.inbox))} USD a month. With \`holdAnswers\`: ${usd(hoursOf(100, openHeld.inbox))} and ${usd(200 * hoursOf(22 * 8, openHeld.inbox))} USD.`,
    `X-Ray, while \`tracing\` is on, costs at most ${usd((tracesOf(tally) / 1e6) * PRICE.tracesPerMillion)} USD for a million lifecycles a month.`,
    ...provisionedText(tally),
  ].join('\n');
}

const callsOf = ({ console, watches }: Polls): number => console + watches;
/** USD for a page that stays open for so many hours. */
const hoursOf = (hours: number, minute: Polls): number => (hours * 60 * pollsOf(minute)) / 1e6;

/** One figure if both are the same. */
const cellOf = ({ alone, busy }: Billed): string => (alone === busy ? usd(alone) : `${usd(alone)}, ${usd(busy)}`);

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
    `Provisioned capacity costs less from an average use of ${((byHour / byUse) * 100).toFixed(0)} % on, and above ${millions.toFixed(1)} million lifecycles a month.`,
  ];
}

/** Of one lifecycle, without what runs once a minute however many there are. */
function unitsOf(tally: Tally, kind: 'writeUnits' | 'readUnits'): number {
  const { heads = 0, sweep = 0, ...others } = tally[kind]!;
  return Object.values(others).reduce((sum, units) => sum + units, 0);
}

const both = (name: string, amount: number): Row => ({ name, alone: amount, busy: amount });

function total(rows: readonly Row[]): Billed {
  const sum = (load: Load) => rows.reduce((all, row) => all + row[load], 0);
  return { alone: sum('alone'), busy: sum('busy') };
}

const usd = (amount: number): string => amount.toFixed(2);
