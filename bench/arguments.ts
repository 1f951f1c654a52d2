/** The CPU for which one call with a million bytes of arguments stops the gate, and with it every other caller. */
import { faultIn, parseConfig, unsafeNumberIn } from '../src/gate/core';
import { judge } from '../src/gate/core/judge';
import type { JsonObject } from '../src/gate/core/types';
import { fact, log, table } from './report';
import { timed } from './support/cpu-time';
import { median } from './support/stats';

const ROUNDS = 15;
const BYTES = 1_000_000;
const GOAL_MS = 100;

const filled = (part: string) => part.repeat(BYTES / part.length);
const listOf = (part: string) => `[${filled(`${part},`).slice(0, -1)}]`;
/** What an agent can send, written as JSON. */
const SHAPES: Readonly<Record<string, string>> = {
  'one number, 1 and zeros': `1${filled('0')}`,
  'one number, zeros after the point and a 1': `0.${filled('0')}1`,
  'one text': `"${filled('x')}"`,
  'one text of escapes': `"${filled('\\n')}"`,
  'one text of surrogates': `"${filled('\\ud83d\\ude00')}"`,
  'a list of 0': listOf('0'),
  'a list of 1.50': listOf('1.50'),
  'a list of numbers with 99 digits and an exponent': listOf(`1${'0'.repeat(98)}e-99`),
  'a list of empty objects': listOf('{}'),
  'an object of many names': `{${Array.from({ length: BYTES / 10 }, (_, at) => `"${String(at).padStart(5, '0')}":1`).join(',')}}`,
};

export async function callArguments(): Promise<void> {
  const rows: string[][] = [];
  for (const [name, value] of Object.entries(SHAPES)) {
    const text = `{"params":{"arguments":{"value":${value}}}}`;
    const [parsing, judging] = [await usOfEach(() => JSON.parse(text)), await usOfEach(() => answerTo(text))];
    rows.push([name, answerTo(text), ...[...parsing, ...judging].map((us) => (us / 1000).toFixed(0))]);
  }
  const slowest = Math.max(...rows.map((row) => Number(row[5])));
  fact('a call of the gate with 1,000,000 bytes of arguments', `≤ ${GOAL_MS} ms of CPU`, `${slowest} ms`);
  const head = ['arguments', 'answer', 'parse, first', 'parse, median', 'judge, first', 'judge, median'];
  log('A call of the gate with a million bytes of arguments, in ms', table(head, rows));
}

/** The first call, and the median of those after it. */
async function usOfEach(act: () => unknown): Promise<[number, number]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push((await timed(act)).cpuUs);
  return [times[0]!, median(times.slice(3))];
}

const CONFIG = configWith([{ upstream: 'bank', tool: 'pay', action: 'pay', params: { value: '{value}' } }]);
const CALLER = { id: 'token:agent', operator: 'op_alpha' };
const parsed = new Map<string, JsonObject>();

/** As `earlyAnswer`, `callTool` and `Gate.open` do it, without the parsing. */
function answerTo(text: string): string {
  const args = parsed.get(text) ?? JSON.parse(text).params.arguments;
  parsed.set(text, args);
  if (unsafeNumberIn(text) !== null) return 'unsafe_number';
  const fault = faultIn(args);
  if (fault !== null) return fault.kind;
  const tool = { upstream: 'bank', tool: 'pay', definition: {}, listed: [] };
  const judged = judge(CONFIG, { caller: CALLER, ...tool, arguments: args });
  return judged.kind === 'refused' ? judged.refusal.kind : judged.kind;
}

function configWith(rules: readonly object[]) {
  const parsed = parseConfig({
    name: 'bench',
    service: { url: 'http://127.0.0.1' },
    listen: { port: 0, url: 'http://127.0.0.1' },
    ledger: { folder: 'ledger' },
    upstreams: { bank: { url: 'http://127.0.0.1' } },
    callers: [{ name: 'agent', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' }],
    rules,
  });
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'));
  return parsed.config;
}
