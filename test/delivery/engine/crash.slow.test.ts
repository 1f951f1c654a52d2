import { aFolder } from '../../support/folder';
import { openReceiver } from '../../support/receiver';
import { type RunnerProcess, startProcess } from '../../support/runner-process';
import { runs } from '../../support/runs';

const FLAGS = ['--port', '0', '--test-clock'];
const DEATHS = runs('RACES', 1);
const AT_ONCE = 10;
/** Longer than the time until the check of a write, and until the sweep that finds it. */
const HEALING_MS = 3 * 60_000;

it(`no event is lost if dispatcher, queues and consumers fail ${DEATHS} times, and an event that comes twice has one id`, async () => {
  const dataDir = aFolder();
  const receiver = await openReceiver();
  let runner: RunnerProcess | null = null;
  const decided: string[] = [];
  try {
    for (let round = 0; round < DEATHS; round++) {
      runner = await startProcess(FLAGS, dataDir);
      const live = runner;
      const body = { action: 'demo.solo', requester: 'op_alpha', callback_url: receiver.url };
      const proposed = await Promise.all(
        Array.from({ length: AT_ONCE }, () => live.v1('proposer', 'POST', '/v1/requests', body)),
      );
      const before = receiver.posts.length;
      const refusals = proposed.map(async ({ body: { request } }) => {
        const refused = await live.api('op_bravo', 'POST', `/api/requests/${request.id}/refuse`).catch(() => null);
        if (refused?.status === 200) decided.push(request.id);
      });
      // Halfway: some requests are decided, and some events have already arrived.
      await receiver.got(before + 3 * (round + 1));
      await runner.end('SIGKILL');
      await Promise.all(refusals);
    }
    runner = await startProcess(FLAGS, dataDir);
    for (let times = 0; times < 3; times++) await runner.advance(HEALING_MS);

    const told = new Map<string, Set<string>>();
    for (const { json } of receiver.posts) {
      const { id } = json.data.request;
      told.set(id, (told.get(id) ?? new Set()).add(json.id));
    }
    expect(decided.length).toBeGreaterThan(DEATHS);
    expect(decided.filter((id) => !told.has(id))).toEqual([]);
    for (const ids of told.values()) expect(ids.size).toBe(1);
  } finally {
    await runner?.end('SIGKILL');
    await receiver.close();
  }
}, 90_000);
