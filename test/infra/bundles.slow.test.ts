import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FUNCTIONS } from '../../infra/bundling/bundle';
import { signedReceipt } from '../../src/client/worker/signing';
import { ENV } from '../../src/lambda/env';
import { digestOf } from '../../src/protocol/hash';
import type { DeliveryId } from '../../src/protocol/identifiers';
import { parseHead } from '../../src/protocol/statements/head';
import { openAsInRfc } from '../adapters/web-push/rfc8291';
import { aFolder } from '../support/folder';
import { DIGEST, ENVELOPE } from '../support/house';
import { aWorkerKey } from '../support/signing';
import { TYPESCRIPT } from '../support/typescript';
import { type Deployment, deploy, INTEGRATION } from './host/deployment';
import { PUSH_SERVICE, RECEIVER_URL } from './host/internet';
import { ORG, type People, settleIn } from './host/people';
import { allItems } from './host/point-in-time';
import { environmentOf, synthesize } from './host/stack';

const ROOT = join(__dirname, '../..');
const NAMES: readonly string[] = Object.values(ENV);
const template = synthesize('prod');

/** What Lambda itself does in the function's name: logs, traces, polling, keeping what was given up. */
const BY_LAMBDA =
  /: (logs:|xray:|sqs:(Receive|Delete|Change|Get)|dynamodb:(ListStreams|DescribeStream|GetRecords|GetShardIterator) )|^dispatch: s3:\w+ on GivenUp/;
/** Permissions for cases that do not occur in this test. */
const RARE = [
  // An instance that did not make the data key itself unwraps it.
  'console: kms:Decrypt',
  'canary-set-up: kms:Decrypt',
  // `api` or `console` signs the verdict, whichever is asked first.
  'console: kms:Sign',
  // For requests of a disabled operator if the console died after disabling, and for a journal that no check has cleared.
  'dispatch: dynamodb:BatchGetItem',
  'dispatch: dynamodb:UpdateItem',
  // For the verdict of a proof, which test/store/proof.test.ts reads.
  'api: kms:Sign on SecretsVerdictKey',
  'api: kms:GetPublicKey on SecretsVerdictKey',
  'console: kms:Sign on SecretsVerdictKey',
  'console: kms:GetPublicKey on SecretsVerdictKey',
  'api: dynamodb:PutItem, dynamodb:UpdateItem of *#VERDICT#*',
  // For an instance that does not remember the last head.
  'heads: s3:GetObject on Heads',
  'heads: s3:GetObject on CanaryHeads',
  // For the end of an integration's call (test/delivery/engine/destinations.test.ts).
  'deliver: dynamodb:PutItem, dynamodb:UpdateItem of *#REQ#*',
  'deliver-try: dynamodb:PutItem, dynamodb:UpdateItem of *#REQ#*',
  // For an endpoint that fails for hours (test/delivery/engine/dead-endpoint.slow.test.ts).
  'deliver: dynamodb:PutItem, dynamodb:UpdateItem of *#HEALTH#*',
  'deliver-try: dynamodb:PutItem, dynamodb:UpdateItem of *#HEALTH#*',
  // For a chat that refuses a post (test/console/webhooks.test.ts).
  'notice: dynamodb:UpdateItem on TablesMain',
  'notice: dynamodb:UpdateItem of *#HEALTH#chat',
  // For a post to the canary that failed at first.
  'deliver-try: s3:GetObject on CanaryHeads',
  'deliver-try: s3:ListBucket on CanaryHeads',
  // For a loop that has ended (test/adapters/step-functions.test.ts).
  'deliver: states:DescribeExecution',
  // For an admin of the canary's organization, which has none unless the administration command makes one.
  'console: s3:GetObject on CanaryHeads',
  'console: s3:ListBucket on CanaryHeads',
  // For an endpoint that accepts nothing for hours (test/delivery/engine/dead-endpoint.slow.test.ts).
  'timer: dynamodb:Query on TablesMain',
  // For the end of the window of a coincident round.
  'dispatch: sqs:SendMessage on QueuesTimers',
  // For an approved edit that takes the admin role from somebody.
  'timer: dynamodb:ConditionCheckItem',
  // For a chain that was rewritten (test/store/heads.test.ts).
  'heads: sqs:SendMessage on QueuesTimers',
  // For an organization that waits for its next head (test/store/heads.test.ts).
  'heads: sqs:SendMessage on QueuesHeads',
  // For what a check finds if dispatch never handed it over.
  'timer: sqs:SendMessage',
];

describe('the bundles that are deployed, each under its own environment and policy', () => {
  let house: Deployment;
  let { admin, key, signIn, mailedCode } = {} as People;
  const folder = aFolder();

  beforeAll(async () => {
    house = await deploy(template);
    ({ admin, key, signIn, mailedCode } = await settleIn(house));
  }, 120_000);

  afterAll(() => house?.stop());

  const propose = (body: object = {}) =>
    house.call('api', 'POST', '/v1/requests', { action: 'refund', requester: 'op_a', ...body }, key);

  /** With what the dispatch function may do. */
  function replay(file: string): Promise<{ said: string; code: number | null }> {
    const env = { ...house.environment('dispatch'), PATH: process.env.PATH ?? '' };
    return ended(spawn(process.execPath, [...TYPESCRIPT, 'scripts/replay.ts', file], { cwd: ROOT, env }));
  }

  function ended(child: ChildProcessWithoutNullStreams): Promise<{ said: string; code: number | null }> {
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        said += text.toString();
      });
    }
    return new Promise((resolve) => child.on('close', (code) => resolve({ said, code })));
  }

  /** As on a machine of the deployment’s operators, without any permission in AWS. */
  function smoke(...args: string[]): Promise<{ said: string; code: number | null }> {
    const { INTERNET } = house.environment('canary') as { INTERNET: string };
    const NODE_OPTIONS = `--require ${join(__dirname, 'host/routed.cjs')}`;
    const env = { PATH: process.env.PATH ?? '', INTERNET, NODE_OPTIONS };
    return ended(spawn(process.execPath, [...TYPESCRIPT, 'scripts/smoke.ts', ...args], { cwd: ROOT, env }));
  }

  /** The error of a function that starts without a variable, for each variable. Null if it starts. */
  function startsWithout(name: string, variables: readonly string[]): (string | null)[] {
    // Compiled once: the bundle is loaded once for each variable.
    const load = `
      const { BUNDLE, VARIABLES } = process.env;
      const all = { ...process.env };
      const source = require('node:fs').readFileSync(BUNDLE, 'utf8');
      const load = require('node:vm').compileFunction(source, ['module', 'exports', 'require'], { filename: BUNDLE });
      const said = JSON.parse(VARIABLES).map((variable) => {
        process.env = { ...all };
        delete process.env[variable];
        try {
          const module = { exports: {} };
          load(module, module.exports, require);
          return null;
        } catch (error) {
          return String(error);
        }
      });
      require('node:fs').writeSync(1, JSON.stringify(said));
      process.exit(0);`;
    const BUNDLE = join(house.bundles.folder, `${name}.js`);
    const env = { ...house.environment(name), BUNDLE, VARIABLES: JSON.stringify(variables), PATH: process.env.PATH };
    return JSON.parse(execFileSync(process.execPath, ['-e', load], { env, encoding: 'utf8' }));
  }

  const everythingGranted = () => expect(house.aws.denied.splice(0)).toEqual([]);

  it('the deployed functions complete the main job: propose, tell operators, turn a key, claim, report and record it all', async () => {
    const proposed = await propose({ params: { intent: DIGEST }, intent: ENVELOPE });
    expect(proposed.statusCode).toBe(202);
    const { id } = proposed.body.request;
    await house.settle();
    expect(house.aws.mails.map(({ to }) => to)).toEqual(['op_b@example.com']);
    expect(house.aws.mails[0]!.text).toContain(`${house.origin}/requests/${id}`);

    const bravo = await signIn('op_b');
    const code = mailedCode('op_b');
    const turned = await house.call('console', 'POST', `/api/requests/${id}/turn`, { code }, bravo);
    expect(turned.body.request.outcome).toBe('authorized');

    const listed = await house.call('api', 'GET', '/v1/requests?executable=true', undefined, key);
    expect(listed.body.requests).toHaveLength(1);
    const claimed = await house.call('api', 'POST', `/v1/requests/${id}/claim`, undefined, key);
    const signer = aWorkerKey();
    const named = { name: 'signer', scopes: ['execute'], signing_key: signer.publicKey };
    const { token } = (await house.call('console', 'POST', '/api/keys', named, admin)).body;
    const receipt = await signedReceipt(signer, claimed.body, { status: 'succeeded' });
    const report = { claim_id: claimed.body.claim_id, status: 'succeeded', receipt };
    const worker = { authorization: `Bearer ${token}` };
    const reported = await house.call('api', 'POST', `/v1/requests/${id}/execution`, report, worker);
    expect(reported.body.request.execution.state).toBe('succeeded');
    await house.settle();
    // What customers got is measured, in lines that CloudWatch makes metrics of.
    expect(house.functions.get('dispatch').log).toContainEqual(
      expect.objectContaining({ outcome: 'authorized', Verdicts: 1 }),
    );
    expect(house.functions.get('notice').log).toContainEqual(expect.objectContaining({ MailMs: expect.any(Number) }));
    const history = await house.call('console', 'GET', `/api/requests/${id}/history`, undefined, bravo);
    expect(history.body.entries.map(({ kind }: { kind: string }) => kind)).toContain('intent.reported');
    const reading = { name: 'reader', scopes: ['read'] };
    const reader = (await house.call('console', 'POST', '/api/keys', reading, admin)).body.token;
    const byReader = { authorization: `Bearer ${reader}` };
    const feed = await house.call('feed', 'GET', '/v1/events?wait=20', undefined, byReader);
    expect(feed.body.events.map(({ type }: { type: string }) => type)).toEqual([
      'request.authorized',
      'request.executed',
    ]);
    const inbox = await house.call('console', 'GET', '/api/inbox', undefined, bravo);
    const watched = await house.call('watch', 'GET', `/api/watch?after=${inbox.body.seq}`, undefined, bravo);
    expect(watched.body.changed).toBe(false);
    // The second search of a window is counted by an update.
    for (const word of ['nothing', 'at all']) {
      const path = `/api/requests?text=${encodeURIComponent(word)}`;
      expect((await house.call('console', 'GET', path, undefined, bravo)).body.requests).toEqual([]);
    }
    // This deployment reserves no concurrency, so nothing is held.
    const askedAtMs = performance.now();
    const ended = await house.call('feed', 'GET', `/v1/events?wait=20&after=${feed.body.next}`, undefined, key);
    expect(ended.body).toMatchObject({ events: [], next: feed.body.next });
    expect(performance.now() - askedAtMs).toBeLessThan(10_000);
    const unknown = { authorization: 'Bearer rak_unknown' };
    expect((await house.call('feed', 'GET', '/v1/events', undefined, unknown)).statusCode).toBe(401);
    for (const [name, path, by] of [
      ['api', `/v1/requests/${id}/proof`, key],
      ['console', `/api/requests/${id}/proof`, bravo],
    ] as const)
      expect((await house.call(name, 'GET', path, undefined, by)).statusCode).toBe(200);
    everythingGranted();
  }, 120_000);

  it('the deployed functions store a document, check it at a turn, and return it to people and programs', async () => {
    const plan = Buffer.from('--- a\n+++ b\n');
    const digest = digestOf(plan);
    const display = { v: 1, renderer: 1, title: 'Migrate', params: [], hosts: [] };
    const policy = {
      title: 'Migrate',
      roster: ['op_a'],
      quorum: { default: 1, min: 1, max: 1, selectable: false },
      display: { ...display, evidence: [{ name: 'plan', kind: 'diff' }] },
    };
    expect((await house.call('console', 'PUT', '/api/actions/migrate', policy, admin)).statusCode).toBeLessThan(300);
    const { id } = (await propose({ action: 'migrate', params: { 'evidence.plan': digest } })).body.request;
    await house.settle();
    const alpha = await signIn('op_a');
    const turn = () => house.call('console', 'POST', `/api/requests/${id}/turn`, { code: mailedCode('op_a') }, alpha);
    const read = async () => [
      await house.call('console', 'GET', `/api/requests/${id}/evidence/plan`, undefined, alpha),
      await house.call('api', 'GET', `/v1/evidence/${digest}`, undefined, key),
    ];
    expect(await turn()).toMatchObject({ statusCode: 409, body: { kind: 'no_evidence' } });
    // S3 says so only to a function that may list the bucket. Otherwise it would be an outage.
    expect(await read()).toMatchObject([
      { statusCode: 404, body: { kind: 'evidence_missing' } },
      { statusCode: 404, body: { kind: 'not_found' } },
    ]);
    const bytes = { ...key, 'content-type': 'application/octet-stream' };
    expect(await house.call('api', 'PUT', `/v1/evidence/${digest}`, plan, bytes)).toMatchObject({ statusCode: 200 });
    for (const answer of await read())
      expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: true, body: plan.toString('base64') });
    expect((await turn()).body.request.outcome).toBe('authorized');
    everythingGranted();
  }, 120_000);

  it('the deployed functions keep an approved call of an integration until its secret exists, and then make it', async () => {
    const { id } = (await propose({ action: 'transfer' })).body.request;
    await house.settle();
    const bravo = await signIn('op_b');
    await house.call('console', 'POST', `/api/requests/${id}/turn`, { code: mailedCode('op_b') }, bravo);
    await house.settle();
    const deliveries = async () => {
      const { body } = await house.call('console', 'GET', `/api/requests/${id}/deliveries`, undefined, admin);
      return body.deliveries;
    };
    const undeclared = { outcome: 'not_sent', error: 'integration_not_declared' };
    expect(await deliveries()).toMatchObject([{ state: 'pending', tries: [undeclared] }]);
    const read = await house.call('api', 'GET', `/v1/requests/${id}`, undefined, key);
    expect(read.body.request).toMatchObject({ state: 'executing', live: true });

    house.declare({ [INTEGRATION]: { url: 'https://hooks.nothing.example.org/transfer', secret: 'whsec_c2VjcmV0' } });
    const input = [...house.aws.executions.values()].at(-1)!;
    await house.overdue(ORG, input.delivery_id as DeliveryId, 1000);
    await house.functions.get('deliver-try').invoke(input);
    expect(await deliveries()).toMatchObject([{ state: 'pending', tries: [undeclared, { outcome: 'unreachable' }] }]);
    house.aws.executions.clear();
    everythingGranted();
  }, 120_000);

  it('the deployed functions hand a failed delivery to the retry loop once, however often the message arrives', async () => {
    // The name does not exist, so the URL is accepted but cannot be reached.
    const callback_url = 'https://hooks.nothing.example.org/events';
    const { id } = (await propose({ callback_url })).body.request;
    await house.settle();
    const bravo = await signIn('op_b');
    await house.call('console', 'POST', `/api/requests/${id}/refuse`, {}, bravo);
    await house.settle();
    expect(house.aws.executions.size).toBe(1);
    const [[name, input]] = [...house.aws.executions] as [[string, Record<string, unknown>]];
    expect(name).toBe(`${input.delivery_id}-1`);
    const { org, delivery_id, generation } = input;
    const message = { messageId: 'again', body: JSON.stringify({ org, delivery_id, generation }) };
    await house.functions.get('deliver').invoke({ Records: [message] });
    expect(house.aws.executions.size).toBe(1);

    await house.overdue(ORG, delivery_id as DeliveryId, 1000);
    const step = await house.functions.get('deliver-try').invoke<{ done: boolean }>(input);
    expect(step).toMatchObject({ delivery_id, done: false });
    const { body } = await house.call('console', 'GET', `/api/requests/${id}/deliveries`, undefined, admin);
    expect(body.deliveries[0]).toMatchObject({ state: 'pending' });
    expect(body.deliveries[0].tries).toHaveLength(2);

    // Its loop has died. The sweep finds the delivery, which continues in the next generation.
    await house.overdue(ORG, delivery_id as DeliveryId, 10 * 60_000);
    await house.functions.get('sweep').invoke({ source: 'aws.events' });
    await house.settle();
    expect([...house.aws.executions.keys()]).toContain(`${delivery_id}-2`);

    // It has failed for hours: the sweep sends its hourly attempt, to an instance whose clock is behind, which puts it back.
    const due_at = Date.now() + 1500;
    // A sweep looks at what the one before may have passed only when that is five minutes late.
    house.functions.renew('sweep');
    await house.hourly(ORG, delivery_id as DeliveryId, due_at);
    await house.functions.get('sweep').invoke({ source: 'aws.events' });
    const early = { messageId: 'early', body: JSON.stringify({ org, delivery_id, due_at }) };
    await house.functions.get('deliver').invoke({ Records: [early] });
    await pause(1600);
    await house.settle();
    const made = await house.call('console', 'GET', `/api/requests/${id}/deliveries`, undefined, admin);
    expect(made.body.deliveries[0]).toMatchObject({ state: 'pending' });
    expect(made.body.deliveries[0].tries).toHaveLength(4);
    expect([...house.aws.executions.keys()]).toHaveLength(2);
    everythingGranted();
  }, 120_000);

  it('the deployed writer of the audit chains sends the journals of a message that failed twice by themselves', async () => {
    // No hash can be made of a lone surrogate.
    const fact = { at: 1, kind: 'key.turned', actor: 'op_a', actor_kind: 'operator', data: { text: '\ud800' } };
    const journals = ['req_a', 'req_b'].map((subject) => ({
      ...{ subject, revisions: [{ revision: 1, facts: [{ ...fact, subject }] }] },
    }));
    const message = { messageId: 'bad', body: JSON.stringify({ org: ORG, journals }) };
    const received = (count: number) => ({
      Records: [{ ...message, attributes: { ApproximateReceiveCount: String(count) } }],
    });
    const { invoke } = house.functions.get('audit');
    expect(await invoke(received(1))).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] });
    expect(await invoke(received(2))).toEqual({ batchItemFailures: [] });
    const queue = [...house.aws.queues.keys()].find((name) => /^QueuesAudit(?!Dead)/.test(name))!;
    expect(house.aws.take(queue).map(({ body }) => JSON.parse(body))).toEqual(
      journals.map((journal) => ({ org: ORG, journals: [journal], alone: true })),
    );
    everythingGranted();
  });

  it('the deployed functions log a delivery that failed for good in the line that the alarm counts', async () => {
    const made = await house.call('console', 'POST', '/api/webhooks', { url: 'https://1.1.1.1/hook' }, admin);
    expect(made.body.secret).toMatch(/^whsec_/);
    const webhook = `/api/webhooks/${made.body.endpoint.id}`;
    const { id } = (await propose()).body.request;
    await house.settle();
    await house.call('console', 'POST', `/api/requests/${id}/refuse`, {}, await signIn('op_b'));
    await house.dispatched();
    expect((await house.call('console', 'POST', `${webhook}/test`, {}, admin)).statusCode).toBe(202);
    // Disabled before the first try is made: nothing is ever posted.
    await house.call('console', 'PATCH', webhook, { enabled: false }, admin);
    await house.settle();
    const listed = await house.call('console', 'GET', `${webhook}/deliveries`, undefined, admin);
    expect(listed.body.deliveries).toHaveLength(2);
    for (const delivery of listed.body.deliveries)
      expect(delivery).toMatchObject({ state: 'failed', reason: 'endpoint_disabled' });
    const said = house.functions.get('deliver').log.filter(({ message }) => message === 'a delivery failed for good');
    // A failed test event does not count.
    expect(said).toMatchObject([{ reason: 'endpoint_disabled', tries: 1 }]);
    const rotated = await house.call('console', 'POST', `${webhook}/rotate`, {}, admin);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    everythingGranted();
  }, 120_000);

  it('the deployed sweep finds what is due, and the check clears a record after everything was handed over', async () => {
    const { id } = (await propose()).body.request;
    await house.settle();
    const { client, main } = house.tables;
    const recorded = async () =>
      (await allItems(client, main)).find(({ pk, sk }) => sk === 'REQUEST' && String(pk).endsWith(`#${id}`))!;
    expect((await recorded()).journal).not.toEqual([]);
    await house.makeDue();
    const first = await house.functions.get('sweep').invoke<{ sent: number }>({ source: 'aws.events' });
    expect(first.sent).toBeGreaterThan(0);
    await house.settle();
    const timer = house.functions.get('timer').log.filter(({ level }) => level === 'error');
    expect(timer).toEqual([]);
    expect((await recorded()).journal).toEqual([]);
    expect(await recorded()).not.toHaveProperty('check_at');
    const swept = house.functions.get('sweep').log.filter(({ message }) => message === 'swept');
    // The field that the alarm reads.
    expect(swept[0]).toMatchObject({ oldest_lateness_ms: expect.any(Number) });
    everythingGranted();
  }, 120_000);

  it('a record that the stream gave up can be handed over again from the copy that Lambda keeps, and nobody is told twice', async () => {
    const { id } = (await propose()).body.request;
    await house.settle();
    const mails = house.aws.mails.length;
    const payload = JSON.stringify(house.streamed.at(-1));
    const file = join(folder, 'given-up.json');
    writeFileSync(file, JSON.stringify({ version: '1.0', DDBStreamBatchInfo: { batchSize: 1 }, payload }));
    const { said, code } = await replay(file);
    expect({ said, code }).toMatchObject({ code: 0, said: expect.stringMatching(/\d records handed over/) });
    await house.settle();
    expect(house.aws.mails).toHaveLength(mails);
    const { body } = await house.call('console', 'GET', `/api/requests/${id}/history`, undefined, admin);
    expect(body.entries.filter(({ kind }: { kind: string }) => kind === 'request.proposed')).toHaveLength(1);
    everythingGranted();
  }, 120_000);

  it('the deployed functions hold the mails of a flood for a combined mail, which the sweep makes due', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await propose()).body.request.id);
    await house.settle();
    const mailed = () => house.aws.mails.filter(({ to }) => to === 'op_b@example.com').map(({ text }) => text);
    const mailedOf = (id: string) => mailed().filter((text) => text.includes(id)).length;
    const held = ids.filter((id) => mailedOf(id) === 0);
    expect(held.length).toBeGreaterThan(1);
    await house.functions.get('sweep').invoke({ source: 'aws.events' });
    await house.settle();
    const combined = mailed().at(-1)!;
    expect(held.filter((id) => combined.includes(`/requests/${id}`))).toEqual(held);
    expect(combined.match(/\b\d{4} \d{4}\b/g)).toHaveLength(held.length);
    expect(ids.map(mailedOf)).toEqual(ids.map(() => 1));
    everythingGranted();
  }, 120_000);

  it('the deployed functions tell the organization’s chat of a request once', async () => {
    const chat = { format: 'slack', url: RECEIVER_URL };
    expect((await house.call('console', 'PUT', '/api/chat', chat, admin)).statusCode).toBe(200);
    expect((await house.call('console', 'POST', '/api/chat/test', {}, admin)).body.taken).toBe(true);
    // The function learns of the new chat although it remembered that there was none.
    await house.settle();
    const { id } = (await propose()).body.request;
    await house.settle();
    const { client, main } = house.tables;
    const taken = async () =>
      (await allItems(client, main)).filter(({ pk, sk }) => pk === `${ORG}#NOTICE#${id}` && sk === '#chat#asked');
    expect(await taken()).toHaveLength(1);
    expect(house.functions.get('notice').log.filter(({ message }) => /chat/.test(String(message)))).toEqual([]);
    expect((await house.call('console', 'DELETE', '/api/chat', undefined, admin)).statusCode).toBe(200);
    everythingGranted();
  }, 120_000);

  it('the deployed functions push to the device of an operator beside the mail, again if it was not taken, until its push service ends it', async () => {
    const alpha = await signIn('op_a');
    const devices = async () => (await house.call('console', 'GET', '/api/devices', undefined, alpha)).body;
    // The function that has the key publishes it when it is missing.
    expect(await devices()).toMatchObject({ devices: [], public_key: null });
    await house.settle();
    const { public_key } = await devices();
    const browser = createECDH('prime256v1');
    const keys = { p256dh: browser.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
    const body = { endpoint: `${PUSH_SERVICE}/wpush/v2/alpha`, keys, public_key };
    const elsewhere = { ...body, endpoint: 'https://push.example.com/a' };
    expect((await house.call('console', 'POST', '/api/devices', elsewhere, alpha)).statusCode).toBe(400);
    const added = await house.call('console', 'POST', '/api/devices', body, alpha);
    expect(added.statusCode).toBe(201);
    await house.settle();

    const [own, browserPublic, auth] = [
      browser.getPrivateKey(),
      browser.getPublicKey(),
      Buffer.from(keys.auth, 'base64url'),
    ];
    const opened = (sealed: Buffer) => JSON.parse(openAsInRfc(sealed, { own, browserPublic, auth }).toString('utf8'));
    const pushed = () => house.pushes.splice(0).map(({ body: sealed }) => opened(sealed));
    expect(house.pushes.map(({ path }) => path)).toEqual(['/wpush/v2/alpha']);
    expect(house.pushes[0]!.headers.authorization).toContain(`, k=${public_key}`);
    expect(pushed()).toMatchObject([{ path: '/' }]);

    const { id } = (await propose({ requester: 'op_b' })).body.request;
    await house.settle();
    expect(pushed()).toMatchObject([{ path: `/requests/${id}`, title: expect.any(String) }]);
    expect(house.aws.mails.at(-1)!.text).toContain(`${house.origin}/requests/${id}`);
    expect((await devices()).devices).toMatchObject([{ accepted_at: expect.any(Number) }]);

    // Three times more, which its queue does not let wait here.
    house.answerPushes(503);
    const test = `/api/devices/${added.body.device.id}/test`;
    expect((await house.call('console', 'POST', test, {}, alpha)).statusCode).toBe(200);
    await house.settle();
    expect(pushed().map(({ path }) => path)).toEqual(Array(4).fill('/'));
    house.answerPushes(410);
    const last = (await propose({ requester: 'op_b' })).body.request.id;
    await house.settle();
    expect(pushed()).toMatchObject([{ path: `/requests/${last}` }]);
    expect(house.aws.mails.some(({ text }) => text.includes(`${house.origin}/requests/${last}`))).toBe(true);
    expect((await devices()).devices).toEqual([]);
    // Also the record of who has the endpoint.
    expect(
      (await allItems(house.tables.client, house.tables.main)).filter(({ pk }) => String(pk).startsWith('PUSH#')),
    ).toEqual([]);
    const mails = house.aws.mails.filter(({ to }) => to === 'op_a@example.com').map(({ text }) => text);
    for (const said of ['also go to a new device', 'no longer go to a device'])
      expect(mails.filter((text) => text.includes(`Notifications of the operator op_a ${said}`))).toHaveLength(1);
    everythingGranted();
  }, 120_000);

  it('the deployed functions end a request that can have no quorum after an operator was disabled', async () => {
    const { id } = (await propose()).body.request;
    await house.settle();
    await house.call('console', 'PATCH', '/api/operators/op_b', { enabled: false }, admin);
    await house.settle();
    const read = await house.call('api', 'GET', `/v1/requests/${id}`, undefined, key);
    expect(read.body.request.outcome).toBe('aborted');
    everythingGranted();
  }, 120_000);

  it('the deployed functions publish a signed head of the audit chain, which the console shows', async () => {
    await propose();
    await house.settle();
    const { body } = await house.call('console', 'GET', '/api/audit/head', undefined, admin);
    expect(body).toMatchObject({
      org: ORG,
      seq: body.chain_seq,
      jws: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const published = [...house.aws.objects.values()].map(parseHead);
    expect(published).toContainEqual(expect.objectContaining({ org: ORG, seq: body.seq, hash: body.hash }));
    everythingGranted();
  }, 120_000);

  it('the deployed canary creates its organization once, and takes a request through the complete service from outside', async () => {
    const credentials = () =>
      house.secrets[Object.keys(house.secrets).find((name) => name.startsWith('CanaryCredentials'))!]!;
    const canary = house.functions.get('canary');
    await expect(canary.invoke({})).rejects.toThrow('The canary organization is not set up yet');
    const mails = house.aws.mails.length;
    await house.functions.get('canary-set-up').invoke({});
    const made = credentials();
    await house.functions.get('canary-set-up').invoke({});
    expect(credentials()).toBe(made);
    await house.settling(() => canary.invoke({}));
    expect(canary.log).toContainEqual(expect.objectContaining({ message: 'the canary passed' }));
    // Its code was posted, and its decision mailed to the simulator of SES.
    const mailed = house.aws.mails.slice(mails);
    expect(mailed).toHaveLength(1);
    expect(JSON.stringify(mailed)).toContain('success@simulator.amazonses.com');
    expect(JSON.stringify(mailed)).not.toMatch(/\d{4} \d{4}/);

    const said = await house.settling(() => smoke('--url', house.origin, '--key', made));
    expect(said).toEqual({
      said: expect.stringMatching(
        /^proposed req_\w+\nread it\nreceived its code\nturned a key\nclaimed its intent\nreported it\nreceived request\.authorized.*\nreceived request\.executed.*\nok: /,
      ),
      code: 0,
    });
    const forged = JSON.stringify({ ...JSON.parse(made), api_key: `rak_${'x'.repeat(43)}_000000` });
    expect(await smoke('--url', house.origin, '--key', forged)).toEqual({
      said: expect.stringMatching(/^failed: propose: the answer is 401, not 202: /),
      code: 1,
    });
    everythingGranted();
  }, 120_000);

  it('the deployed receiver keeps posts only for the canary', async () => {
    const stranger = `${house.internet}/canary/posts/${'0'.repeat(32)}-${'0'.repeat(32)}`;
    expect((await fetch(stranger, { method: 'POST', body: '{}' })).status).toBe(404);
    expect((await fetch(stranger)).status).toBe(404);
  });

  it.each([
    '/api/session',
    '/api/passkeys',
    '/api/devices',
    '/api/inbox',
    '/api/requests',
    '/api/webhooks',
    '/api/keys',
    '/api/actions',
    '/api/operators',
    '/api/sessions',
    '/api/audit',
    '/api/audit/export',
    '/api/audit/head',
    '/api/overview',
  ])('show an admin %s', async (path) => {
    const answer = await house.call('console', 'GET', path, undefined, admin);
    expect(answer.statusCode).toBe(200);
    everythingGranted();
  });

  it('a deployed function is refused what its policy does not name: a claim without the right to update answers 500', async () => {
    const { id } = (await propose({ requester: 'op_a' })).body.request ?? { id: `req_${'0'.repeat(24)}` };
    const answer = await house.withdrawing('dynamodb:UpdateItem', () =>
      house.call('api', 'POST', `/v1/requests/${id}/claim`, undefined, key),
    );
    expect(answer.statusCode).toBe(500);
    expect(house.aws.denied.splice(0)).toContain(`api: dynamodb:UpdateItem on ${house.tables.main}`);
  });

  it('the deployed functions refuse an API key as soon as it is revoked', async () => {
    const made = await house.call('console', 'POST', '/api/keys', { name: 'short', scopes: ['read'] }, admin);
    const short = { authorization: `Bearer ${made.body.token}` };
    expect((await house.call('api', 'GET', '/v1/requests/x', undefined, short)).statusCode).toBe(404);
    await house.call('console', 'DELETE', `/api/keys/${made.body.key.id}`, undefined, admin);
    expect((await house.call('api', 'GET', '/v1/requests/x', undefined, short)).statusCode).toBe(401);
    everythingGranted();
  });

  it('the deployed functions apply a change that a second admin approved, and mail a sign-in link only to its operator', async () => {
    const second = { id: 'op_second', name: 'Sue', email: 'op_second@example.com', role: 'admin' };
    expect((await house.call('console', 'POST', '/api/operators', second, admin)).statusCode).toBe(201);
    const sue = await signIn('op_second');
    const waits = await house.call('console', 'POST', '/api/operators/op_a/sign-in-link', {}, admin);
    expect(waits.statusCode).toBe(202);
    const { id } = waits.body.change;
    await house.settle();
    const code = mailedCode('op_second');
    const turned = await house.call('console', 'POST', `/api/requests/${id}/turn`, { code }, sue);
    expect(turned.statusCode).toBe(200);
    await house.settle();
    const read = await house.call('console', 'GET', `/api/requests/${id}`, undefined, admin);
    expect(read.body.request).toMatchObject({ state: 'succeeded', approvers: ['op_second'] });
    const links = house.aws.mails.filter(({ text }) => text.includes('/sign-in#token='));
    expect(links.map(({ to }) => to)).toEqual(['op_a@example.com']);
    everythingGranted();
  }, 120_000);

  it('a link that an operator requested by mail opens a session in the same browser, and turns no key', async () => {
    const setting = (allowed: boolean, by: typeof admin) =>
      house.call('console', 'PUT', '/api/mailed-links', { allowed }, by);
    const waits = await setting(true, admin);
    expect(waits.statusCode).toBe(202);
    await house.settle();
    const turned = { code: mailedCode('op_second') };
    await house.call(
      'console',
      'POST',
      `/api/requests/${waits.body.change.id}/turn`,
      turned,
      await signIn('op_second'),
    );
    await house.settle();
    const asked = { org: ORG, address: 'op_second@example.com' };
    const requested = await house.call('console', 'POST', '/api/session/mailed-link', asked, { origin: admin.origin! });
    expect(requested.statusCode).toBe(202);
    await house.settle();
    const mail = house.aws.mails.filter(({ to, text }) => to === asked.address && text.includes('#token=')).at(-1)!;
    const token = /#token=([\w-]+)/.exec(mail.text)![1];
    const open = (cookie: string) =>
      house.call('console', 'POST', '/api/session', { token }, { origin: admin.origin!, cookie });
    expect((await open('')).statusCode).toBe(401);
    const opened = await open(requested.cookies![0]!.split(';')[0]!);
    expect([opened.statusCode, opened.body.began]).toEqual([200, 'mailed_link']);
    expect((await setting(false, admin)).statusCode).toBe(200);
    everythingGranted();
  }, 120_000);

  it('the deployed functions have no permission that this file does not use or list with a reason', () => {
    const unused = FUNCTIONS.flatMap((name) => house.unused(name).map((grant) => `${name}: ${grant}`));
    const others = unused.filter((grant) => !BY_LAMBDA.test(grant));
    expect(others.filter((grant) => !RARE.some((known) => grant.startsWith(known)))).toEqual([]);
  });

  it('every variable of a deployed function is read by it', () => {
    const unread = FUNCTIONS.flatMap((name) => {
      const variables = Object.keys(environmentOf(template, name)).filter((variable) => NAMES.includes(variable));
      expect(variables).not.toEqual([]);
      const said = startsWithout(name, variables);
      return variables.filter((variable, n) => said[n]?.includes(`${variable} must be set`) !== true);
    });
    expect(unread).toEqual([]);
  }, 120_000);

  it('each bundle contains only the AWS clients that its function uses', () => {
    const clients = (name: string) => house.functions.get(name).clients;
    // KMS's is loaded when the first proof is asked for, and S3's with the first document.
    expect(clients('api')).toEqual(['dynamodb', 'kms', 's3', 'secrets-manager']);
    expect(clients('feed')).toEqual(['dynamodb', 'secrets-manager']);
    expect(clients('watch')).toEqual(['dynamodb', 'secrets-manager']);
    expect(clients('audit')).toEqual(['dynamodb', 'sqs']);
    expect(clients('sweep')).toEqual(['dynamodb', 'sqs']);
    expect(clients('timer')).toEqual(['dynamodb', 'sqs']);
    expect(clients('dispatch')).toEqual(['dynamodb', 'sqs']);
    expect(clients('heads')).toEqual(['dynamodb', 'kms', 's3', 'sqs']);
    // S3's is loaded when the first head is read; those of STS, EventBridge and SQS with the first event for an ARN.
    const destinations = ['eventbridge', 'sqs', 'sts'];
    const posting = ['dynamodb', 'kms', 's3', 'secrets-manager', ...destinations];
    expect(clients('deliver')).toEqual([...posting, 'sfn'].sort());
    expect(clients('deliver-try')).toEqual(posting.sort());
    // SQS's is loaded when a push is accepted for the first time of a day, was not taken, or found that a device has ended.
    expect(clients('notice')).toEqual(['dynamodb', 'kms', 'secrets-manager', 'sesv2', 'sqs']);
    expect(clients('canary')).toEqual(['secrets-manager']);
    expect(clients('canary-set-up')).toEqual(['dynamodb', 'kms', 'secrets-manager']);
    expect(clients('receiver')).toEqual(['dynamodb', 'secrets-manager']);
    expect(clients('console')).toEqual(['dynamodb', 'kms', 's3', 'secrets-manager', 'sqs']);
  });

  it('the bundles are small, because a cold start reads them: at most 750 KiB, and the console’s 1,700 KiB', () => {
    const limit = (name: string) => (name === 'console' ? 1700 : 750) * 1024;
    expect(FUNCTIONS.filter((name) => house.functions.get(name).bytes > limit(name))).toEqual([]);
  });
});
