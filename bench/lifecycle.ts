/**
 * Complete lifecycles on the deployed bundles: what is called, sent, read and written, before and after the answers.
 */
import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'expect';
import { FUNCTIONS } from '../infra/bundling/bundle';
import type { DeliveryId, OrgId } from '../src/protocol/identifiers';
import type { DeliveryTask } from '../src/service/delivery/ports';
import { BUDGET, unitsBehind } from '../test/infra/host/budget';
import { type Deployment, deploy } from '../test/infra/host/deployment';
import { RECEIVER_URL } from '../test/infra/host/internet';
import { type Headers, type People, settleIn } from '../test/infra/host/people';
import { synthesize } from '../test/infra/host/stack';
import { fact, log, table } from './report';
import { PARAMS } from './support/proposal';
import { sealed } from './support/requests';
import { type Stored, storedBy } from './support/stored';

/** By what is counted, then by function or queue. */
export type Tally = Readonly<Record<string, Readonly<Record<string, number>>>>;

export async function lifecycle(): Promise<void> {
  const measured = await measureLifecycles();
  const { cheapest, cheapestWithIntent } = measured;
  fact(
    'write and read units of a lifecycle without intent: after the answers',
    `≤ ${BUDGET.writeUnits}, ≤ ${BUDGET.readUnits}`,
    `${unitsBehind(cheapest.tally.writeUnits!)}, ${unitsBehind(cheapest.tally.readUnits!)}`,
  );
  log(
    'A lifecycle of two operators, each cell without / with an intent',
    text(cheapest.tally, cheapestWithIntent.tally),
  );
  const stored = SHAPES.map((shape) => {
    const { items, bytes, indexBytes } = measured[shape].stored;
    return [shape, items, bytes, indexBytes];
  });
  log('What it leaves in the table', table(['', 'items', 'bytes', 'bytes in indexes'], stored));
}

/** What an open page calls. */
export interface Polls {
  readonly console: number;
  /** How often it looks for a change. */
  readonly watches: number;
  /** Whether each of those looks waits for a change (`holdAnswers` of a deployment). */
  readonly held: boolean;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** A call that waits for 20 s looks again every two seconds. The measured one waits for one second, and looks again once. */
const MORE_LOOKS_HELD = 9;
const LOOK_UNITS = 0.5;
const WATCH = '/api/watch?after=1000000&wait=1';
/** Calls in a minute of an open inbox with nothing in it. One that may not wait is repeated 15 s later (src/console/lib/watch.ts). */
const inboxPage = (held: boolean) => ({ '/api/inbox': 1, [WATCH]: held ? 3 : 4 });
/**
 * Calls of the first minute after an operator opened the page of a request, as counted in Chromium: 18, and 7 where answers are
 * held. A page that does not hear of changes reads the request again every five seconds (src/console/lib/requests.ts).
 */
const requestPage = (id: string, held: boolean) => ({
  [`/api/requests/${id}?page=true`]: 1,
  [`/api/requests/${id}?compare=true`]: 1,
  [`/api/requests/${id}`]: held ? 1 : 11,
  '/api/inbox': 1,
  [WATCH]: inboxPage(held)[WATCH]!,
});

/**
 * `cheapest`: two operators are asked and turn keys, and the params have 200 bytes. `usual`: five of ten are asked, two turn keys,
 * and eight params have 70 characters each. `usualWithIntent`: the same with an intent of 8 KiB that a worker claims and reports.
 */
export const SHAPES = ['cheapest', 'cheapestWithIntent', 'usual', 'usualWithIntent'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Lifecycle {
  readonly tally: Tally;
  readonly stored: Stored;
  /** One for each item that was written. */
  readonly written: readonly DynamoDBRecord[];
}

export type Measured = Readonly<Record<Shape, Lifecycle>> & {
  readonly open: OpenPages;
  /** The same where answers are held. */
  readonly openHeld: OpenPages;
  readonly attempts: Attempts;
  /** A worker that looks for work and finds none. */
  readonly workerPoll: Units;
};

export interface Units {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Attempts that fail, after the first. */
export interface Attempts {
  readonly inLoop: Units;
  readonly hourly: Units;
}

export interface OpenPages {
  /** For a minute of an open inbox. */
  readonly inbox: Polls;
  /** To open the page of a request and read it for a minute. */
  readonly page: Polls;
}

let measured: Promise<Measured> | null = null;

/** Measured once in a run of the bench. */
export function measureLifecycles() {
  measured ??= measure();
  return measured;
}

const USUAL_OPERATORS = ['op_c', 'op_d', 'op_e', 'op_f', 'op_g', 'op_h', 'op_i'];
const USUAL_ROSTER = ['op_a', 'op_b', 'op_c', 'op_d', 'op_e'];
const USUAL_PARAMS = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`param_${n}`, String(n).repeat(70)]));

async function measure(): Promise<Measured> {
  // The deployment is a helper of the tests, which use `expect`.
  Object.assign(globalThis, { expect });
  const house = await deploy(synthesize('prod'));
  try {
    const calls = countCalls(house);
    const people = await settleIn(house);
    const { signIn } = people;
    const sessions = await Promise.all(['op_a', 'op_b'].map(signIn));
    const lifecycleOf = async (action: string, body: object): Promise<Lifecycle> => {
      const live = () => liveOnce(house, people, sessions, { action, ...body });
      // A new instance has counted no mails, so that none waits for a combined mail. The first lifecycle does what is
      // done once in ten minutes. Then nothing is left that the sweeps of the measured one would find.
      house.functions.renew('notice');
      await live();
      await check(house, 'all');
      const [before, from] = [tallyOf(house, calls), house.written.length];
      await live();
      const [written, tally] = [house.written.slice(from), less(tallyOf(house, calls), before)];
      const { mails } = tally.other!;
      if (tally.writeUnits!.notice !== mails)
        throw new Error(`the ${mails} mails of ${action} were counted in the table`);
      return { tally, stored: storedBy(written), written };
    };
    const cheapest = await lifecycleOf('launch', { params: PARAMS });
    const cheapestWithIntent = await lifecycleOf('launch', sealed(INTENT_BYTES));
    // Such edits need a sign-in of the last five minutes.
    await makeUsual(house, await signIn('op_admin'));
    const usual = await lifecycleOf('usual', { params: USUAL_PARAMS });
    const { params, intent } = sealed(INTENT_BYTES);
    const withIntent = { params: { ...USUAL_PARAMS, intent: params.intent }, intent };
    const usualWithIntent = await lifecycleOf('usual', withIntent);
    const id = await propose(house, people.key, { action: 'usual', params: USUAL_PARAMS });
    await house.settle();
    const open = await pollPages(house, id, sessions[0]!, false);
    const workerPoll = await unitsOf(house, 'api', async () => {
      await house.call('api', 'GET', '/v1/requests?executable=true', undefined, people.key);
    });
    const attempts = await attemptsOf(house, people, sessions[0]!);
    const holding = await deploy(synthesize('held'), house);
    try {
      const openHeld = await pollPages(holding, id, sessions[0]!, true);
      return { cheapest, cheapestWithIntent, usual, usualWithIntent, open, openHeld, attempts, workerPoll };
    } finally {
      await holding.stop();
    }
  } finally {
    await house.stop();
  }
}

const INTENT_BYTES = 8 * 1024;

/** From the create to the check after the end. */
async function liveOnce(house: Deployment, { key, mailedCode }: People, sessions: readonly Headers[], body: object) {
  const id = await propose(house, key, body);
  await house.settle();
  await check(house);
  for (const [n, operator] of ['op_a', 'op_b'].entries()) {
    const code = mailedCode(operator);
    await house.call('console', 'POST', `/api/requests/${id}/turn`, { code }, sessions[n]);
    await house.settle();
  }
  await house.call('api', 'GET', `/v1/requests/${id}`, undefined, key);
  if ('intent' in body) {
    const { claim_id } = (await house.call('api', 'POST', `/v1/requests/${id}/claim`, undefined, key)).body;
    await house.settle();
    const report = { claim_id, status: 'succeeded' };
    await house.call('api', 'POST', `/v1/requests/${id}/execution`, report, key);
    await house.settle();
  }
  await check(house);
}

async function propose(house: Deployment, key: Headers, body: object): Promise<string> {
  const proposed = { requester: 'op_admin', callback_url: RECEIVER_URL, ...body };
  return (await house.call('api', 'POST', '/v1/requests', proposed, key)).body.request.id;
}

async function makeUsual(house: Deployment, admin: Headers): Promise<void> {
  const made = async (method: string, path: string, body: object) => {
    const { statusCode, body: answer } = await house.call('console', method, path, body, admin);
    if (statusCode! >= 300) throw new Error(`${path}: ${statusCode} ${JSON.stringify(answer)}`);
  };
  for (const id of USUAL_OPERATORS)
    await made('POST', '/api/operators', {
      id,
      name: `Operator ${id}`,
      email: `${id}@mail.example.com`,
      role: 'operator',
    });
  const quorum = { default: 2, min: 2, max: 2, selectable: false };
  await made('PUT', '/api/actions/usual', { title: 'Usual', roster: USUAL_ROSTER, quorum, mode: 'independent' });
  await house.settle();
}

async function pollPages(house: Deployment, id: string, session: Headers, held: boolean): Promise<OpenPages> {
  const inbox = await poll(house, inboxPage(held), session, held);
  return { inbox, page: await poll(house, requestPage(id, held), session, held) };
}

async function poll(
  house: Deployment,
  times: Readonly<Record<string, number>>,
  session: Headers,
  held: boolean,
): Promise<Polls> {
  const calls = { console: 0, watch: 0 };
  let [readUnits, writeUnits] = [0, 0];
  for (const [path, count] of Object.entries(times)) {
    const name = path === WATCH ? 'watch' : 'console';
    const call = async () => {
      const { statusCode, body } = await house.call(name, 'GET', path, undefined, session);
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
      if (name === 'watch' && body.may_wait !== held) throw new Error(`${path}: ${JSON.stringify(body)}`);
    };
    // The first call of an instance reads more.
    await call();
    const units = () => [house.aws.tally.readUnits[name] ?? 0, house.aws.tally.writeUnits[name] ?? 0] as const;
    const from = units();
    await call();
    const [read, written] = units();
    calls[name] += count;
    const more = name === 'watch' && held ? MORE_LOOKS_HELD * LOOK_UNITS : 0;
    readUnits += count * (read - from[0] + more);
    writeUnits += count * (written - from[1]);
  }
  return { console: calls.console, watches: calls.watch, held, readUnits, writeUnits };
}

/** What the second of two calls takes. The first call of an instance reads more. */
async function unitsOf(house: Deployment, name: string, call: () => Promise<void>): Promise<Units> {
  const { readUnits, writeUnits } = house.aws.tally;
  await call();
  const before = [readUnits[name] ?? 0, writeUnits[name] ?? 0] as const;
  await call();
  return { readUnits: readUnits[name]! - before[0], writeUnits: (writeUnits[name] ?? 0) - before[1] };
}

async function attemptsOf(house: Deployment, { key }: People, session: Headers): Promise<Attempts> {
  // The name does not exist, so the URL is accepted but cannot be reached.
  const id = await propose(house, key, { action: 'launch', params: PARAMS, callback_url: UNREACHABLE_URL });
  await house.settle();
  await house.call('console', 'POST', `/api/requests/${id}/refuse`, {}, session);
  await house.settle();
  const task = [...house.aws.executions.values()].at(-1) as unknown as DeliveryTask;
  const [org, delivery] = [task.org as OrgId, task.delivery_id as DeliveryId];
  const inLoop = await unitsOf(house, 'deliver-try', async () => {
    await house.overdue(org, delivery, 1000);
    await house.functions.get('deliver-try').invoke(task);
  });
  const hourly = await unitsOf(house, 'deliver', async () => {
    const due_at = Date.now() - 1000;
    await house.hourly(org, delivery, due_at);
    const body = JSON.stringify({ org, delivery_id: delivery, due_at });
    await house.functions.get('deliver').invoke({ Records: [{ messageId: 'hourly', body }] });
  });
  return { inLoop, hourly };
}

const UNREACHABLE_URL = 'https://hooks.nothing.example.org/events';

/** Everything is two minutes old, and the sweep runs. */
async function check(house: Deployment, of: 'requests' | 'all' = 'requests'): Promise<void> {
  await house.makeDue(of);
  await house.functions.get('sweep').invoke({ source: 'aws.events' });
  await house.settle();
}

function countCalls({ functions }: Deployment): Record<string, number> {
  const calls: Record<string, number> = {};
  const { get } = functions;
  const counted = (name: string) => {
    const hosted = get(name);
    const invoke: typeof hosted.invoke = (event) => {
      calls[name] = (calls[name] ?? 0) + 1;
      return hosted.invoke(event);
    };
    return { ...hosted, invoke };
  };
  Object.assign(functions, { get: counted });
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
