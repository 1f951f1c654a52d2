/** What it takes to read a document that is not UTF-8, counted in bytes that are read. Time is beside it, and decides nothing. */
import { decodeUtf8 } from '../src/console/lib/evidence/document';
import { fact, log, table } from './report';

const KIB = 1024;
const SIZES = [64 * KIB, 128 * KIB, 256 * KIB];
/** The most that twice the size may cost. */
const MOST = 2.5;

const REPEATED: Readonly<Record<string, readonly number[]>> = {
  'each line is one bad byte': [0xff, 0x0a],
  'each second line is bad': [0xff, 0x0a, 0x61, 0x0a],
  'one line of bad bytes': [0xff],
  'bad at the end of long lines': [
    ...Array<number>(4094)
      .fill(0xc3)
      .map((byte, at) => (at % 2 === 0 ? byte : 0xa9)),
    0xff,
    0x0a,
  ],
};

export async function documents(): Promise<void> {
  const rows: string[][] = [];
  let worst = 0;
  for (const [name, unit] of Object.entries(REPEATED)) {
    const counts = SIZES.map((size) => stepsOf(Uint8Array.from({ length: size }, (_, at) => unit[at % unit.length]!)));
    const factors = counts.slice(1).map((each, index) => each.steps / counts[index]!.steps);
    worst = Math.max(worst, ...factors);
    const perByte = (counts.at(-1)!.steps / SIZES.at(-1)!).toFixed(2);
    rows.push([name, ...factors.map((factor) => factor.toFixed(2)), perByte, counts.at(-1)!.ms.toFixed(0)]);
  }
  fact('a document that is not UTF-8: steps at twice the size', `≤ ${MOST} times`, `${worst.toFixed(2)} times`);
  const head = ['document', '64 → 128 KiB', '128 → 256 KiB', 'steps for a byte', 'ms for 256 KiB'];
  log('Documents that are not UTF-8', table(head, rows));
  if (worst > MOST) throw new Error(`twice the size takes ${worst.toFixed(2)} times the steps`);
}

function stepsOf(bytes: Uint8Array): { readonly steps: number; readonly ms: number } {
  const started = performance.now();
  decodeUtf8(bytes);
  const ms = performance.now() - started;
  const counter = { steps: 0 };
  decodeUtf8(counting(bytes, counter));
  return { steps: counter.steps, ms };
}

/** Counts each byte that is read or searched. The decoder of the runtime refuses it, as it refuses bad bytes. */
function counting(bytes: Uint8Array, counter: { steps: number }): Uint8Array {
  const methods: Readonly<Record<string, unknown>> = {
    indexOf: (byte: number, from: number) => {
      const found = bytes.indexOf(byte, from);
      counter.steps += (found < 0 ? bytes.length : found + 1) - from;
      return found;
    },
  };
  return new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(methods, key)) return methods[key];
      if (typeof key === 'string' && /^\d+$/.test(key)) counter.steps += 1;
      return Reflect.get(target, key, target);
    },
  });
}
