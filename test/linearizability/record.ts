/**
 * Records the answers that concurrent callers of one request get, from the real handlers over the embedded database.
 */

import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';
import { timedOut } from '../support/faults';
import type { Said } from '../support/gateway';
import type { Ledger } from '../support/ledger';
import { SEALED } from '../support/verbs';
import type { Operation } from './checker';
import type { Input, Output } from './request-model';

export type History = readonly Operation<Input, Output>[];

/** Deterministic, 32 bits (mulberry32): the same seed makes the same calls and injects the same faults. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const OPERATORS = ['op_bravo', 'op_charlie', 'op_delta'];
/** Far longer than a history takes, and short enough that thousands of waits do not end a session. */
const LEASE_SECONDS = 20;

interface Weather {
  /** For each call to the database: it fails before it is sent, or after it is committed. */
  readonly faultRate: number;
  /** Each call to the database waits up to this long first. */
  readonly delayMs: number;
}

/** Injects faults and delays between the handlers and the database. */
export function weatherOver({ tables }: Pick<Ledger, 'tables'>) {
  let random: (() => number) | null = null;
  let weather: Weather = { faultRate: 0, delayMs: 0 };
  let faults = 0;
  const middleware: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => async (args) => {
    if (random === null) return next(args);
    const fate = random();
    await new Promise((resolve) => setTimeout(resolve, random!() * weather.delayMs));
    if (fate >= weather.faultRate) return next(args);
    faults += 1;
    if (fate < weather.faultRate / 2) await next(args);
    throw timedOut();
  };
  tables.client.middlewareStack.add(middleware, { step: 'initialize', name: 'weather', priority: 'low' });
  return {
    set(seed: number, wanted: Weather) {
      random = dice(seed);
      weather = wanted;
    },
    clear() {
      random = null;
    },
    faults: () => faults,
  };
}

export async function record(
  ledger: Ledger,
  seed: number,
  weather: ReturnType<typeof weatherOver>,
  wanted: Weather,
): Promise<History> {
  const proposed = await propose(ledger);
  const history: Operation<Input, Output>[] = [];
  let instant = 0;
  const run = async (input: Input): Promise<Output | undefined> => {
    const calledAt = instant++;
    const output = await ask(ledger, proposed, input);
    const answeredAt = output === undefined ? Number.POSITIVE_INFINITY : instant++;
    history.push({ input, output, calledAt, answeredAt });
    return output;
  };
  weather.set(seed, wanted);
  try {
    const random = dice(seed + 1);
    await Promise.all([
      ...OPERATORS.map((operator) => operate(operator, random, run)),
      work(random, run),
      work(random, run),
      look(random, run),
      ...(random() < 0.6 ? [end(random, run)] : []),
      ...(random() < 0.4 ? [wait(random, run)] : []),
    ]);
  } finally {
    weather.clear();
  }
  return history.sort((a, b) => a.calledAt - b.calledAt);
}

type Run = (input: Input) => Promise<Output | undefined>;
type Random = () => number;

export interface Proposed {
  readonly id: string;
  /** By operator. */
  readonly codes: ReadonlyMap<string, string>;
}

/** A request with an intent, for two keys of `OPERATORS`. */
export async function propose(ledger: Ledger): Promise<Proposed> {
  const id = await ledger.proposed({ ...SEALED, action: 'demo.deploy' });
  const codes = new Map<string, string>();
  for (const operator of OPERATORS) codes.set(operator, await ledger.code(operator, id));
  return { id, codes };
}

async function operate(operator: string, random: Random, run: Run): Promise<void> {
  await pause(random() * 6);
  await run({ what: 'turn', operator });
  const next = random();
  await pause(random() * 6);
  if (next < 0.15) await run({ what: 'withdraw', operator });
  else if (next < 0.2) await run({ what: 'refuse', operator });
  else if (next < 0.5) await run({ what: 'turn', operator });
}

async function work(random: Random, run: Run): Promise<void> {
  const own: string[] = [];
  for (let n = 0; n < 4; n++) {
    await pause(random() * 10);
    const claim = own.at(-1);
    if (claim === undefined || random() < 0.3) {
      const output = await run({ what: 'claim' });
      if (output?.claim !== undefined) own.push(output.claim);
    } else {
      const status = random() < 0.8 ? 'succeeded' : 'failed';
      await run({ what: 'report', claim: random() < 0.9 ? claim : own[0]!, status });
    }
  }
}

async function look(random: Random, run: Run): Promise<void> {
  for (let n = 0; n < 4; n++) {
    await pause(random() * 12);
    await run({ what: 'read' });
  }
}

async function wait(random: Random, run: Run): Promise<void> {
  await pause(10 + random() * 25);
  await run({ what: 'wait' });
}

/** A person stops it as soon as it can be stopped, or its program takes it back at some time. */
async function end(random: Random, run: Run): Promise<void> {
  const isByPerson = random() < 0.7;
  if (!isByPerson) await pause(random() * 20);
  for (let n = 0; n < 6; n++) {
    await pause(random() * 8);
    const output = await run({ what: isByPerson ? 'stop' : 'abort' });
    if (output?.status === 200 && random() < 0.8) return;
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Calls the real handlers. Undefined: no answer that says whether it was done. */
export async function ask(ledger: Ledger, { id, codes }: Proposed, input: Input): Promise<Output | undefined> {
  switch (input.what) {
    case 'turn':
      return heard(await ledger.turn(input.operator, id, { code: codes.get(input.operator) }));
    case 'withdraw':
    case 'refuse':
      return heard(await ledger[input.what](input.operator, id));
    case 'abort':
      return heard(await ledger.takeBack(id));
    case 'stop':
      return heard(await ledger.stopRequest('op_alpha', id));
    case 'claim':
      return heard(await ledger.claim(id, { lease_seconds: LEASE_SECONDS }));
    case 'report':
      return heard(await ledger.report(id, { claim_id: input.claim, status: input.status }));
    case 'read':
      return seen(await ledger.v1('reader', 'GET', `/v1/requests/${id}`));
    case 'wait':
      ledger.clock.advance(LEASE_SECONDS * 1000);
      return { status: 200 };
  }
}

/** No answer that says anything: the operation may have been done. */
const untold = ({ status }: Said): boolean => status >= 500;

function heard(said: Said): Output | undefined {
  if (untold(said)) return undefined;
  const { status, body } = said;
  if (status !== 200) return { status, ...(body.kind === undefined ? {} : { kind: body.kind }) };
  return { status, ...(body.claim_id === undefined ? {} : { claim: body.claim_id }) };
}

function seen(said: Said): Output | undefined {
  if (untold(said)) return undefined;
  const { outcome, execution, stopped } = said.body.request;
  const when = stopped?.claimed_at === null ? 'unclaimed' : 'after a claim';
  const end = stopped === undefined ? '' : ` stopped ${when}`;
  return { status: said.status, seen: `${outcome ?? 'open'} ${execution.state}${end}` };
}

/** One line for each, with the span in which it ran. */
export function written(history: History): string {
  return history
    .map(({ input, output, calledAt, answeredAt }) => {
      const { what, ...rest } = input;
      const said = output === undefined ? 'no answer' : Object.values(output).join(' ');
      return `${String(calledAt).padStart(3)}–${String(answeredAt).padEnd(8)} ${what} ${Object.values(rest).join(' ')} → ${said}`;
    })
    .join('\n');
}
