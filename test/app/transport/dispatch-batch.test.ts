/** What a batch of the stream costs, however many records it has. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { requestKey } from '../../../src/adapters/dynamodb/keys';
import { combinedAudit } from '../../../src/app/transport/combine-audit';
import { dispatchQueues } from '../../../src/app/transport/dispatch-queues';
import { createDispatchHandler } from '../../../src/lambda/events/dispatch';
import { DEMO_ORG } from '../../../src/local/demo';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../../support/ledger';

const LIFECYCLES = 5;

describe('a batch of the stream with a proposal and a verdict of five requests', () => {
  let ledger: Ledger;
  let stream: DynamoDBStreamEvent;
  const ids: RequestId[] = [];
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
    stream = { Records: [] };
    for (let n = 0; n < LIFECYCLES; n++) {
      const body = { action: 'demo.solo', requester: 'op_alpha', callback_url: 'https://receiver.example/events' };
      const id = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request.id as RequestId;
      ids.push(id);
      const proposed = await image(id);
      expect((await ledger.api('op_bravo', 'POST', `/api/requests/${id}/refuse`)).status).toBe(200);
      const images = [{ NewImage: proposed }, { OldImage: proposed, NewImage: await image(id) }];
      for (const each of images) {
        stream.Records.push({ dynamodb: { SequenceNumber: String(stream.Records.length), ...each } } as never);
      }
    }
  });
  afterAll(async () => ledger?.stop());

  async function image(id: RequestId) {
    const { client, main } = ledger.tables;
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: requestKey(DEMO_ORG, id) }));
    return marshall(Item!);
  }

  /** A dispatch function that has just started, with what it sends, calls and reads. `refused`: a request of its own. */
  function aDispatch(canCall: boolean, refused?: string, isCombined = false) {
    const done: string[] = [];
    const sent: string[] = [];
    const queue = (name: string) => ({
      send: async (messages: readonly { readonly body: object }[]) => {
        if (messages.length === 0) return;
        done.push(name);
        const bodies = messages.map(({ body }) => JSON.stringify(body));
        if (bodies.some((body) => refused !== undefined && body.includes(refused))) throw new Error('refused');
        sent.push(...bodies.map((body) => `${name} ${body}`));
      },
    });
    const call = (name: string) => ({
      start: async () => {
        if (!canCall) throw new Error('throttled');
        done.push(`call ${name}`);
      },
    });
    const config = {
      ...ledger.ports.config,
      endpoints: (org: OrgId) => {
        done.push('read endpoints');
        return ledger.ports.config.endpoints(org);
      },
    };
    const queues = {
      events: queue('events'),
      notices: queue('notices'),
      audit: isCombined ? combinedAudit(queue('audit')) : queue('audit'),
      timers: queue('timers'),
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const deps = { ...ledger.ports, config, log, queues } as never as Parameters<typeof createDispatchHandler>[0];
    const calls = { audit: call('audit'), deliver: call('deliver'), notice: call('notice') };
    const handler = createDispatchHandler({ ...deps, queues: dispatchQueues(deps, calls) });
    return { handler, done, sent };
  }

  it('costs one request to each queue, and one read of the endpoints', async () => {
    const { handler, done, sent } = aDispatch(false);
    expect(await handler(stream)).toEqual({ batchItemFailures: [] });
    expect([...done].sort()).toEqual(['audit', 'events', 'notices', 'read endpoints']);
    const count = (name: string) => sent.filter((message) => message.startsWith(name)).length;
    expect([count('events'), count('notices')]).toEqual([LIFECYCLES, 2 * LIFECYCLES]);
  });

  it('sends all its audit entries in one message where they are combined, and fails alone as before', async () => {
    const { handler, sent } = aDispatch(false, undefined, true);
    expect(await handler(stream)).toEqual({ batchItemFailures: [] });
    const audit = sent.filter((message) => message.startsWith('audit'));
    expect(audit).toHaveLength(1);
    // Two revisions of each request, each once although the second record has both.
    expect(JSON.parse(audit[0]!.slice('audit '.length)).causes).toHaveLength(2 * LIFECYCLES);
    const refusing = aDispatch(false, ids[2], true);
    expect(await refusing.handler(stream)).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
    const of = (id: string) => refusing.sent.filter((each) => each.startsWith('audit') && each.includes(id)).length;
    expect(ids.map(of)).toEqual([2, 2, 0, 2, 2]);
  });

  it('costs one call of each function while there is little to do, and no request to a queue', async () => {
    const { handler, done } = aDispatch(true);
    expect(await handler(stream)).toEqual({ batchItemFailures: [] });
    expect([...done].sort()).toEqual(['call audit', 'call deliver', 'call notice', 'read endpoints']);
  });

  it('fails from the first record on that a queue refuses, and sends the others', async () => {
    const { handler, sent } = aDispatch(false, ids[2]);
    expect(await handler(stream)).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
    expect(new Set(sent.map((message) => /req_\w+/.exec(message)![0])).size).toBe(LIFECYCLES - 1);
  });
});
