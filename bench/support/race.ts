/** Contenders in interleaved rounds, and the table of their results. The first one is ours. */
import type { Contender, Round } from './contender';
import { interleaved, median, pairedRatio, said } from './stats';

export interface Entry {
  readonly name: string;
  /** In each round: enough for most of a second. */
  readonly jobs: number;
  readonly contender: Contender;
}

const ROUNDS = 7;

/** Returns the rows of the table, and ends contenders and servers in any case. */
export async function race(
  entries: readonly Entry[],
  servers: readonly { stop(): Promise<void> }[],
): Promise<string[][]> {
  try {
    const ways = entries.map(
      ({ contender, jobs }) =>
        () =>
          contender.round(jobs),
    );
    return rowsOf(entries, await interleaved(ways, { rounds: ROUNDS, warmUps: 1 }));
  } finally {
    for (const { contender } of entries) await contender.stop().catch(() => undefined);
    for (const server of servers) await server.stop();
  }
}

export const raceHead = ['µs of CPU a job', 'client', 'store', 'jobs a second', 'ours to theirs', 'without the stores'];

/** Ratios are of jobs for each CPU-second, which is the reverse of CPU for each job. */
function rowsOf(entries: readonly Entry[], measured: readonly (readonly Round[])[]): string[][] {
  const each = (at: number, of: (round: Round) => number) =>
    measured[at]!.map((round) => of(round) / entries[at]!.jobs);
  const both = ({ clientUs, serverUs }: Round) => clientUs + serverUs;
  const client = ({ clientUs }: Round) => clientUs;
  return entries.map(({ name }, at) => {
    const toOurs = (of: (round: Round) => number) => pairedRatio(each(at, of), each(0, of));
    return [
      name,
      median(each(at, client)).toFixed(0),
      median(each(at, ({ serverUs }) => serverUs)).toFixed(0),
      (1000 / median(each(at, ({ wallMs }) => wallMs))).toFixed(0),
      at === 0 ? '1' : said(toOurs(both)),
      at === 0 ? '1' : toOurs(client).ratio.toFixed(2),
    ];
  });
}
