/** Many workers claim one intent through HTTP: who wins, and how long a claim takes. */
import { openHouse } from '../test/support/house';
import { table, writePart } from './report';
import { quantile } from './support/stats';

export async function contention(): Promise<void> {
  const house = await openHouse();
  const rows: (string | number)[][] = [];
  try {
    for (const workers of [1, 4, 16, 64, 256]) {
      const id = await house.authorizedIntent();
      await house.messages('op_bravo');
      const times: number[] = [];
      const started = performance.now();
      const answers = await Promise.all(
        Array.from({ length: workers }, async () => {
          const from = performance.now();
          const answer = await house.v1('worker', 'POST', `/v1/requests/${id}/claim`);
          times.push(performance.now() - from);
          return answer.status;
        }),
      );
      const won = answers.filter((status) => status === 200).length;
      const lost = answers.filter((status) => status === 409).length;
      rows.push([
        workers,
        won,
        lost,
        (performance.now() - started).toFixed(1),
        quantile(times, 0.5).toFixed(1),
        quantile(times, 0.99).toFixed(1),
      ]);
    }
  } finally {
    await house.stop();
  }
  writePart(
    'contention',
    'Contention',
    [
      'Concurrent claims of one intent, through HTTP, with the service and the database on the same two cores. Each costs one conditional',
      'update and one read of the intent, won or lost. The loser gets the reason from the image that refused the update.',
      '',
      table(['claimers', 'won', 'lost', 'all answered, ms', 'p50, ms', 'p99, ms'], rows),
    ].join('\n'),
  );
}
