/**
 * What was answered with 2xx before a `kill -9` is there after the restart, and its events arrive
 * (docs/local.md).
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { aFolder } from '../support/folder';
import { DIGEST, ENVELOPE } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { type RunnerProcess, runToEnd, startProcess } from '../support/runner-process';

const FLAGS = ['--port', '0', '--test-clock'];
/** Past the check that every write which owes something leaves behind. */
const SWEEP_MS = 3 * 60_000;
/**
 * The clock of a runner that starts again is the time of the day, so what was written after `SWEEP_MS` is due that much later. An attempt that
 * was made when the runner was killed is held for a minute, and then found by the check.
 */
const HELD_ATTEMPT_MS = SWEEP_MS + 6 * 60_000;

describe('a runner that is killed right after an answer', () => {
  const dataDir = aFolder();
  let runner: RunnerProcess;
  let id: string;
  let claim_id: string;
  let keys: RunnerProcess['demo']['keys'];

  const restart = async () => {
    runner = await startProcess(FLAGS, dataDir);
  };
  const kill = () => runner.end('SIGKILL');
  const read = async () => (await runner.v1('reader', 'GET', `/v1/requests/${id}`)).body.request;
  const receivedSince = (index: number) =>
    receiver.posts.slice(index).map(({ body }) => JSON.parse(body) as { id: string; type: string });

  const receiver = openedOnce(openReceiver);
  beforeAll(async () => {
    await restart();
    keys = runner.demo.keys;
  });
  afterAll(() => runner?.end('SIGKILL'));

  it('a runner that is killed after a create has the request and its keys, and sends the code', async () => {
    const body = {
      action: 'demo.solo',
      requester: 'op_alpha',
      params: { intent: DIGEST, charge: 'ch_1' },
      intent: ENVELOPE,
      callback_url: receiver.url,
    };
    const created = await runner.v1('proposer', 'POST', '/v1/requests', body);
    expect((await kill()).signal).toBe('SIGKILL');
    expect(created.status).toBe(202);
    id = created.body.request.id;
    await restart();
    expect(runner.demo.keys).toEqual(keys);
    expect(await read()).toEqual(created.body.request);
    await runner.advance(SWEEP_MS);
    expect(await runner.code('op_bravo', id)).toMatch(/^\d{8}$/);
  });

  it('a runner that is killed after a verdict has it, and posts the event to a receiver that was down until then', async () => {
    receiver.answer(503);
    const code = await runner.code('op_bravo', id);
    const turned = await runner.api('op_bravo', 'POST', `/api/requests/${id}/turn`, { code });
    await kill();
    expect(turned.status).toBe(200);
    const before = receiver.posts.length;
    receiver.answer(200);
    await restart();
    expect(await read()).toMatchObject({ state: 'succeeded', outcome: 'authorized', approvers: ['op_bravo'] });
    await runner.advance(HELD_ATTEMPT_MS);
    await runner.advance(60_000);
    const types = receivedSince(before).map(({ type }) => type);
    expect(types).toContain('request.authorized');
    expect(new Set(types)).toEqual(new Set(['request.authorized']));
  });

  it('a runner that is killed after a claim has it, and nobody else gets the intent after the restart', async () => {
    const claimed = await runner.v1('worker', 'POST', `/v1/requests/${id}/claim`, { lease_seconds: 3600 });
    await kill();
    expect(claimed.status).toBe(200);
    claim_id = claimed.body.claim_id;
    await restart();
    expect((await read()).execution).toEqual(claimed.body.request.execution);
    const second = await runner.v1('worker', 'POST', `/v1/requests/${id}/claim`);
    expect(second).toMatchObject({ status: 409, body: { kind: 'already_claimed' } });
  });

  it('a runner that is killed after a report has it, and posts its event once it is back', async () => {
    receiver.answer(503);
    const report = { claim_id, status: 'succeeded', reference: 're_1' };
    const reported = await runner.v1('worker', 'POST', `/v1/requests/${id}/execution`, report);
    await kill();
    expect(reported.status).toBe(200);
    const before = receiver.posts.length;
    receiver.answer(200);
    await restart();
    expect(await read()).toEqual(reported.body.request);
    expect((await runner.v1('worker', 'POST', `/v1/requests/${id}/execution`, report)).status).toBe(200);
    await runner.advance(HELD_ATTEMPT_MS);
    await runner.advance(60_000);
    const events = receivedSince(before);
    expect(events.map(({ type }) => type)).toContain('request.executed');
    expect(new Set(events.map((event) => event.id)).size).toBe(1);
  });

  it('a runner stops cleanly at Ctrl-C, with exit code 0 and no error output', async () => {
    expect(await runner.end('SIGINT')).toMatchObject({ code: 0, signal: null, stderr: '' });
    await restart();
    expect((await read()).execution.state).toBe('succeeded');
  });
});

describe('a runner that cannot start', () => {
  const used = aFolder();
  let first: RunnerProcess;
  let stopped: ReturnType<RunnerProcess['end']> | null = null;
  beforeAll(async () => {
    first = await startProcess(FLAGS, used);
  });
  const stop = () => {
    stopped ??= first.end('SIGINT');
    return stopped;
  };
  afterAll(stop);

  /** What a runner left that stopped cleanly. A start takes a second. */
  const aUsedDirectory = async () => {
    expect((await stop()).code).toBe(0);
    const copy = aFolder();
    cpSync(used, copy, { recursive: true });
    return copy;
  };

  /** One line for a person, and an exit code for a script. */
  const expectOneLine = async (args: readonly string[], says: RegExp) => {
    const { code, stderr } = await runToEnd(args);
    expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({ code: 1, lines: [expect.stringMatching(says)] });
  };

  it('a runner that cannot start says that the port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      await expectOneLine(['--port', String(port), '--ephemeral'], new RegExp(`^port ${port} is in use`));
    } finally {
      server.close();
    }
  });

  it('a runner that cannot start says what is wrong with its flags', async () => {
    await expectOneLine(['--prot', '0'], /--prot/);
  });

  it('a runner that cannot start says who has the data directory or the port', async () => {
    await expectOneLine([...FLAGS, '--data-dir', used], /in use/);
    const { port } = new URL(first.url);
    // Another data directory does not know about the first runner, but its port does.
    await expectOneLine(
      ['--port', port, '--data-dir', join(aFolder(), 'data')],
      new RegExp(
        `^port ${port} is in use: the service runs on http://localhost:${port} \\(process ${first.pid}, data directory ${used}\\);` +
          ' open that, or start another with --port 0 --data-dir DIR$',
      ),
    );
  });

  it('a runner that cannot start says that the data directory is not a directory', async () => {
    const file = join(aFolder(), 'file');
    writeFileSync(file, 'x');
    await expectOneLine([...FLAGS, '--data-dir', file], /cannot be used as the data directory/);
  });

  it('a runner that cannot start says that the data directory is damaged', async () => {
    const dataDir = await aUsedDirectory();
    const database = readdirSync(dataDir).filter((name) => /\.(db|sqlite)/.test(name));
    expect(database.length).toBeGreaterThan(0);
    for (const name of database) writeFileSync(join(dataDir, name), 'this is no database'.repeat(1000));
    await expectOneLine([...FLAGS, '--data-dir', dataDir], /is damaged \(.*\): restore it/);
  });

  it('a runner that cannot start says that its secrets are damaged, and creates no new ones', async () => {
    const dataDir = await aUsedDirectory();
    const [path, damaged] = [join(dataDir, 'secrets.json'), '{"wrapping_key":'];
    writeFileSync(path, damaged);
    await expectOneLine([...FLAGS, '--data-dir', dataDir], /secrets\.json/);
    expect(readFileSync(path, 'utf8')).toBe(damaged);
  });
});
