import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTestEvent, type RequestEvent, sealIntent } from '../../src/client';
import { aFolder } from '../support/folder';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');

describe('the examples, each started by one command', () => {
  const folder = aFolder();
  const house = openedOnce(() => openHouse({ memory: true, dataDir: folder }));

  /** Calls `decide` with each request that the example says it waits for; answers what it printed and its exit code. */
  const run = (
    command: string[],
    decide: (id: string, at: string) => Promise<unknown>,
    env: Record<string, string> = {},
    dataDir = folder,
  ) =>
    new Promise<{ code: number | null; said: string }>((resolve, reject) => {
      // A script takes it before its arguments, a program anywhere.
      const [program, ...args] = command as [string, ...string[]];
      const at = program.endsWith('.sh') ? 0 : args.length;
      const child = spawn(program, args.toSpliced(at, 0, '--data-dir', dataDir), {
        cwd: ROOT,
        env: { ...process.env, ...env },
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk;
      });
      child.stdout.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        said += text;
        for (const [, id, at] of text.matchAll(/waiting for (req_[0-9a-f]{24})(?: at (\S+))?/g)) {
          decide(id!, at ?? '').catch(reject);
        }
      });
      child.on('close', (code) => resolve({ code, said }));
    });
  const started = new Set<string>();
  /** The first time by its own command, and after that by one that starts it faster. */
  const program = (example: string) => {
    const loader = started.has(example) ? TYPESCRIPT : ['--import', 'tsx'];
    started.add(example);
    return [process.execPath, ...loader, `examples/${example}/main.ts`];
  };
  const approve = (id: string) => house.turn('op_bravo', id);
  const refuse = (id: string) => house.refuse('op_charlie', id);

  it.each([
    ['express-webhook', approve, 'upgrading cus_1'],
    ['express-webhook', refuse, 'not upgrading: denied'],
    ['workflow-wait', approve, 'purging the archive'],
    ['agent-hook', approve, 'let through'],
    ['agent-hook', refuse, 'People refused this call.'],
  ] as const)(
    'the example %s acts on the verdict',
    async (example, decide, sentence) => {
      const ended = await run(program(example), decide, { RUN_ID: `run_${sentence.length}` });
      expect(ended.code).toBe(0);
      expect(ended.said).toContain(sentence);
    },
    30_000,
  );

  it('an example says where the request is, who can turn a key and what it waits for, and that a second run replays', async () => {
    const env = { CONVERSATION: 'the same conversation' };
    const first = await run(program('agent-tool'), approve, env);
    const [, id] = /waiting for (req_[0-9a-f]{24})/.exec(first.said)!;
    const address = house.url.replace('127.0.0.1', 'localhost');
    expect(first.said).toContain(`open:  ${address}/requests/${id}\n`);
    expect(first.said).toMatch(/turn: {2}one key of op_alpha, op_bravo, op_charlie or op_delta\n {2}then: {2}\S/);
    expect(first.said).not.toContain('earlier run');
    const second = await run(program('agent-tool'), async () => undefined, env);
    expect(second.said).toContain('This is the request of an earlier run');
    expect(second.said).toContain(id);
  }, 30_000);

  it('agent-gate runs the payment that a person approved, and not the deletion that one refused', async () => {
    const decisions = [approve, refuse];
    const ended = await run(program('agent-gate'), (id) => decisions.shift()!(id));
    expect(ended.code).toBe(0);
    expect(ended.said).toContain('Paid 1250.00 EUR to ACME GmbH.');
    expect(ended.said).toContain('The tool did not run. People refused this call.');
    expect(ended.said).toContain('       invoice.txt, payments.txt');
  }, 30_000);

  it('express-webhook acts once, however often the event arrives, and only on signed events', async () => {
    const posts: number[] = [];
    const ended = await run(program('express-webhook'), async (id, at) => {
      const body = {
        id: `evt_${'1'.repeat(32)}`,
        type: 'request.authorized',
        data: { request: { id } },
      } as RequestEvent;
      const signed = createTestEvent(body, { apiKey: house.running.demo.keys.proposer });
      const forged = createTestEvent({ ...body, id: `evt_${'2'.repeat(32)}` }, { apiKey: 'rak_somebody_elses' });
      for (const { rawBody, headers } of [forged, signed, signed, signed]) {
        posts.push((await fetch(at, { method: 'POST', body: rawBody, headers })).status);
      }
      await approve(id);
    });
    expect(posts).toEqual([400, 204, 204, 204]);
    expect(ended.said.match(/upgrading cus_1/g)).toHaveLength(1);
  }, 30_000);

  it.each([
    [approve, 'deleted usr_7'],
    [refuse, 'A person decided against it (denied).'],
  ] as const)(
    'agent-tool runs only what a person approved',
    async (decide, sentence) => {
      const ended = await run(program('agent-tool'), decide, { CONVERSATION: sentence });
      expect(ended.said).toContain(sentence);
      expect(ended.said.includes('deleted usr_7')).toBe(decide === approve);
    },
    30_000,
  );

  it('refund-worker opens what was sealed with the old and the new key, and refunds each once', async () => {
    const ended = await run(program('refund-worker'), approve);
    expect(ended.code).toBe(0);
    const refunds = [...ended.said.matchAll(/refunding 25 of (ch_\d) under req_[0-9a-f]{24}/g)];
    expect(refunds.map(([, charge]) => charge).sort()).toEqual(['ch_1', 'ch_2']);
  }, 30_000);

  it('refund-worker does not run an envelope that somebody proposed again under harmless params', async () => {
    const sealed = sealIntent({
      keys: [Buffer.alloc(32, 2).toString('base64')],
      action: 'demo.refund',
      client: 'billing',
      method: 'refunds.create',
      args: [{ charge: 'ch_9', amount: '48000' }],
    });
    const body = { action: 'demo.refund', requester: 'op_delta', intent: sealed.intent };
    const params = { amount: '5', charge: 'ch_1', intent: sealed.digest };
    const replayed = await house.proposed({ ...body, params });
    await approve(replayed);
    const ended = await run(program('refund-worker'), approve);
    expect(ended.code).toBe(0);
    expect(ended.said).not.toContain('48000');
    const { request } = (await house.v1('reader', 'GET', `/v1/requests/${replayed}`)).body;
    expect(request.execution).toMatchObject({
      state: 'failed',
      error: 'check_failed: the call names another charge than the params',
    });
  }, 30_000);

  it('deploy-gate opens for exactly the deployment that two people authorized, and stays shut for a refused one', async () => {
    const gate = ['examples/deploy-gate/gate.sh', 'billing'];
    const both = async (id: string) => {
      await house.turn('op_bravo', id);
      await house.turn('op_charlie', id);
    };
    // With a name that a shell could split, and bytes that a shell could lose.
    const diff = join(folder, 'a release.diff');
    writeFileSync(diff, '--- a/x\n+++ b/x\n-1\n+2\n\n\n');
    const read: unknown[] = [];
    const afterReading = async (id: string) => {
      const { status, body } = await house.api('op_bravo', 'GET', `/api/requests/${id}/evidence/diff`);
      read.push(status, body);
      await both(id);
    };
    const [script, ...args] = [...gate, '1.42.0'];
    expect(await run([script!, '--diff', diff, ...args], afterReading)).toMatchObject({
      code: 0,
      said: expect.stringContaining('deploying billing 1.42.0'),
    });
    expect(read).toEqual([200, readFileSync(diff, 'utf8')]);
    expect(await run([...gate, '1.42.0'], both)).toMatchObject({
      code: 0,
      said: expect.stringContaining('deploying billing 1.42.0'),
    });
    expect(await run([...gate, '1.43.0'], refuse)).toMatchObject({
      code: 1,
      said: expect.stringContaining('not deploying: denied'),
    });
  }, 40_000);

  it.each([
    ['agent-tool', program('agent-tool')],
    ['deploy-gate', ['examples/deploy-gate/gate.sh', 'billing', '1.0.0']],
  ])('the example %s says how to start if there is no service', async (_, command) => {
    const ended = await run(command, async () => undefined, {}, join(folder, 'nowhere'));
    const file = join(folder, 'nowhere/demo.json');
    const how = 'start the service with npm start, or pass --data-dir DIR with its data directory.';
    expect(ended).toEqual({ code: 1, said: `There is no ${file}: ${how}\n` });
  });

  it('deploy-gate sends a version with a quote in it unchanged, and nothing else', async () => {
    const version = '1","force":"yes';
    const sent: object[] = [];
    const ended = await run(['examples/deploy-gate/gate.sh', 'billing', version], async (id) => {
      const { body } = await house.v1('reader', 'GET', `/v1/requests/${id}`);
      sent.push(body.request.params);
      await refuse(id);
    });
    expect(sent).toEqual([{ service: 'billing', version }]);
    expect(ended.code).toBe(1);
  }, 30_000);

  it('deploy-gate stays shut if something else was authorized, and if the service does not take its key', async () => {
    const request = {
      id: `req_${'0'.repeat(24)}`,
      outcome: 'authorized',
      operation_hash: `sha256:${'0'.repeat(64)}`,
    };
    const liar = createServer((_, response) => response.end(JSON.stringify({ request }))).listen(0, '127.0.0.1');
    await new Promise((resolve) => liar.once('listening', resolve));
    const another = mkdtempSync(join(folder, 'another '));
    const demoFile = join(another, 'demo.json');
    const gate = () => run(['examples/deploy-gate/gate.sh', 'billing', '2.0.0'], nothing, {}, another);
    const nothing = async () => undefined;
    const base_url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    writeFileSync(demoFile, JSON.stringify({ base_url, keys: { proposer: 'rak_x' } }));
    expect(await gate()).toMatchObject({ code: 1, said: expect.stringContaining('authorized for something else') });
    liar.closeAllConnections();
    liar.close();

    writeFileSync(demoFile, JSON.stringify({ base_url: house.url, keys: { proposer: 'rak_nobodys' } }));
    const refused = await gate();
    expect(refused.code).not.toBe(0);
    expect(refused.said).not.toContain('deploying');
  }, 30_000);
});
