/** Contenders in interleaved rounds, the first of them ours, and the table of how they did. */
import type { Contender, Round } from './contender';
import { median, pairedRatio, said } from './stats';

export interface Entry {
  readonly name: string;
  readonly durability: string;
  /** In each round: enough for the better part of a second. */
  readonly jobs: number;
  readonly contender: Contender;
  readonly rounds: Round[];
}

/** Ends contenders and servers in any case. The first round of each is a warm-up. */
export async function race(
  entries: readonly Entry[],
  rounds: number,
  servers: readonly { stop(): Promise<void> }[],
): Promise<void> {
  try {
    for (let round = -1; round < rounds; round++) {
      // One after the other, so that each round of each meets the same machine.
      for (const entry of entries) {
        const measured = await entry.contender.round(entry.jobs);
        if (round >= 0) entry.rounds.push(measured);
      }
    }
  } finally {
    for (const { contender } of entries) await contender.stop().catch(() => undefined);
    for (const server of servers) await server.stop();
  }
}

export const RACE_HEAD = (job: string): string[] => [
  'who',
  'durability',
  `client or server process, µs a ${job}`,
  `store, µs a ${job}`,
  `${job}s per CPU-second`,
  `${job}s a second`,
  'ours to theirs',
  'ours to theirs, both without the store',
];

/** Ratios are of jobs for each CPU-second, which is the reverse of CPU for each job. */
export function rowsOf(entries: readonly Entry[]): string[][] {
  const each = ({ rounds, jobs }: Entry, of: (round: Round) => number) => rounds.map((round) => of(round) / jobs);
  const whole = ({ clientUs, serverUs }: Round) => clientUs + serverUs;
  const client = ({ clientUs }: Round) => clientUs;
  const ours = entries[0]!;
  return entries.map((entry) => [
    entry.name,
    entry.durability,
    median(each(entry, client)).toFixed(0),
    median(each(entry, ({ serverUs }) => serverUs)).toFixed(0),
    (1e6 / median(each(entry, whole))).toFixed(0),
    (1000 / median(each(entry, ({ wallMs }) => wallMs))).toFixed(0),
    entry === ours ? '1' : said(pairedRatio(each(entry, whole), each(ours, whole))),
    entry === ours ? '1' : said(pairedRatio(each(entry, client), each(ours, client))),
  ]);
}
