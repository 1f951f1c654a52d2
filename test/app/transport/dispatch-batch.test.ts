/** What a batch of the stream costs, however many records it has. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { requestKey } from '../../../src/adapters/dynamodb/keys';
import { createDispatchHandler } from '../../../src/lambda/events/dispatch';
import { DEMO_ORG } from '../../../src/local/demo';
import type { OrgId, RequestId } from '../../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../../support/ledger';
import { type Images, streamed } from '../../support/messages';

const LIFECYCLES = 5;

describe('a batch of the stream with a proposal and a verdict of five requests', () => {
  let ledger: Ledger;
  let stream: DynamoDBStreamEvent;
  const ids: RequestId[] = [];
  beforeAll(async () => {
    ledger = await openLedger({ memory: true });
    const changes: Images[] = [];
    for (let n = 0; n < LIFECYCLES; n++) {
      const body = { action: 'demo.solo', requester: 'op_alpha', callback_url: 'https://receiver.example/events' };
      const id = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request.id as RequestId;
      ids.push(id);
      const proposed = await image(id);
      expect((await ledger.api('op_bravo', 'POST', `/api/requests/${id}/refuse`)).status).toBe(200);
      changes.push({ NewImage: proposed }, { OldImage: proposed, NewImage: await image(id) });
    }
    stream = streamed(...changes);
  });
  afterAll(async () => ledger?.stop());

  async function image(id: RequestId) {
    const { client, main } = ledger.tables;
    const { Item } = await client.send(new GetCommand({ TableName: main, Key: requestKey(DEMO_ORG, id) }));
    return marshall(Item!);
  }

  /** A dispatch function with what it sends and reads. `refused`: a request whose messages are refused. */
  function aDispatch(refused?: string) {
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
      audit: queue('audit'),
      timers: queue('timers'),
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    return { handler: createDispatchHandler({ ...ledger.ports, config, log, queues }), done, sent };
  }

  it('a batch of the stream costs one request to each queue, and one read of the endpoints', async () => {
    const { handler, done, sent } = aDispatch();
    expect(await handler(stream)).toEqual({ batchItemFailures: [] });
    expect([...done].sort()).toEqual(['audit', 'events', 'notices', 'read endpoints']);
    const count = (name: string) => sent.filter((message) => message.startsWith(name)).length;
    expect([count('events'), count('notices')]).toEqual([LIFECYCLES, 2 * LIFECYCLES]);
  });

  it('a batch of the stream sends one audit message for each record: the complete journal of its request, in order', async () => {
    const { handler, sent } = aDispatch();
    await handler(stream);
    const audit = sent.filter((message) => message.startsWith('audit')).map((text) => JSON.parse(text.slice(6)));
    expect(audit.map(({ subject }) => subject)).toEqual(ids.flatMap((id) => [id, id]));
    const revisions = audit.map((message) => message.revisions.map(({ revision }: { revision: number }) => revision));
    expect(revisions).toEqual(ids.flatMap(() => [[1], [1, 2]]));
  });

  it('a batch of the stream fails from the first record that a queue refuses, and sends the others', async () => {
    const { handler, sent } = aDispatch(ids[2]);
    expect(await handler(stream)).toEqual({ batchItemFailures: [{ itemIdentifier: '4' }] });
    expect(new Set(sent.map((message) => /req_\w+/.exec(message)![0])).size).toBe(LIFECYCLES - 1);
  });
});
