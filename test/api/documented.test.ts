/** What the documents say about cases that the contract leaves open is what the service does. */
import console from '../../generated/console.openapi.json';
import service from '../../generated/service.openapi.json';
import { type House, openHouse } from '../support/house';
import { openReceiver, type Receiver } from '../support/receiver';

const { schemas } = service.components;
const textOf = (description: string) => description.replace(/\s+/g, ' ');

describe('the documents', () => {
  let house: House;
  let integration: Receiver;
  let receiver: Receiver;
  beforeAll(async () => {
    [integration, receiver] = await Promise.all([openReceiver(), openReceiver()]);
    house = await openHouse({ memory: true, integrationUrl: integration.url });
  });
  afterAll(async () => {
    await house?.stop();
    await Promise.all([integration.close(), receiver.close()]);
  });

  it.each([
    ['NewDeployment', 'Notified'],
    ['NewSealedRefund', 'NotifiedWithIntent'],
  ] as const)('the demo takes the example %s unchanged, and answers %s', async (sent, answered) => {
    const { [sent]: proposal, [answered]: answer } = service.components.examples;
    const { status, body } = await house.propose(proposal.value);
    expect(status).toBe(202);
    const { id, created_at } = body.request;
    expect(body.request).toEqual({ ...answer.value.request, id, created_at });
  });

  it('the documents say that request.failed happened when the call of the integration was refused for good', async () => {
    expect(textOf(schemas.RequestEvent.properties.created_at.description)).toContain(
      "For `request.failed`: when the integration's call was refused for good",
    );
    integration.answer(503);
    const id = await house.proposed({ action: 'demo.transfer', callback_url: receiver.url });
    await house.turn('op_bravo', id);
    await house.messages('op_bravo');
    integration.answer(400);
    const verdictAt = (await house.v1('reader', 'GET', `/v1/requests/${id}`)).body.server_now;
    await house.advance(60_000);
    const [authorized, failed] = ['request.authorized', 'request.failed'].map(
      (type) => receiver.posts.find(({ json }) => json.type === type)!.json,
    );
    expect(Date.parse(authorized.created_at)).toBeLessThanOrEqual(verdictAt);
    expect(Date.parse(failed.created_at)).toBeGreaterThan(verdictAt);
    expect(failed.data.request.decided_at).toBe(Date.parse(authorized.created_at));
  });

  it('the documents say that a callback_url with a fragment, a user name or a password is refused', async () => {
    expect(textOf(schemas.NewRequest.properties.callback_url.description)).toContain(
      'must not have a fragment, a user name or a password',
    );
    for (const callback_url of ['https://a.example/#x', 'https://me@a.example/', 'https://me:pw@a.example/']) {
      expect(await house.propose({ callback_url })).toMatchObject({ status: 422, body: { kind: 'refused' } });
    }
  });

  it('the documents say of every answer that no cache may keep it, and the service says the same', async () => {
    type Response = { readonly $ref?: string; readonly headers?: Readonly<Record<string, { readonly $ref?: string }>> };
    for (const { paths, components } of [service, console]) {
      const shared = components.responses as Readonly<Record<string, Response>>;
      const named = (response: Response) => shared[response.$ref?.split('/').at(-1) ?? ''] ?? response;
      const operations = Object.values(paths).flatMap((item) => Object.values(item as object));
      const answers = operations.flatMap(({ responses = {} }) => Object.values(responses as Record<string, Response>));
      expect(answers.length).toBeGreaterThan(50);
      expect(answers.map(named).filter(({ headers }) => headers?.['Cache-Control'] === undefined)).toEqual([]);
    }
    const value = service.components.headers.NoStore.example;
    const kept = async (path: string, init = {}) => {
      const { status, headers } = await fetch(`${house.url}${path}`, init);
      return [status, headers.get('cache-control')];
    };
    const key = { headers: { authorization: `Bearer ${house.running.demo.keys.reader}` } };
    expect(await kept('/v1/events', key)).toEqual([200, value]);
    expect(await kept('/v1/requests/none', key)).toEqual([404, value]);
    expect(await kept('/v1/events', { ...key, method: 'DELETE' })).toEqual([405, value]);
    expect(await kept('/v1/requests', { method: 'POST' })).toEqual([401, value]);
    expect(await kept('/api/session')).toEqual([401, value]);
    expect(await kept('/v1/no-such-path', key)).toEqual([404, value]);
  });

  it('the documents say which conditions of a rule match if the param is absent', async () => {
    const { description } = console.components.schemas.RuleCondition.properties.op;
    expect(textOf(description)).toContain(
      '`gte`, `lt` and `lte` compare plain decimals exactly. If the param is absent or is not a plain decimal, these four',
    );
    expect(textOf(description)).toContain(
      'If the param is absent, `ne` matches, and `eq`, `in`, `prefix` and `present` do not.',
    );
    const matches: string[] = [];
    for (const op of ['eq', 'ne', 'in', 'prefix', 'gt', 'gte', 'lt', 'lte', 'present']) {
      const value = op === 'present' ? {} : { value: op === 'in' ? ['5'] : '5' };
      const policy = {
        title: 'Two keys by a rule',
        roster: ['op_alpha', 'op_bravo'],
        quorum: { default: 1, min: 1, max: 2, selectable: false },
        param_rules: [{ when: [{ param: 'amount', op, ...value }], quorum: 2 }],
      };
      await house.api('op_alpha', 'PUT', `/api/actions/rule.${op}`, policy);
      if ((await house.view(await house.proposed({ action: `rule.${op}` }))).quorum === 2) matches.push(op);
    }
    expect(matches).toEqual(['ne', 'gt', 'gte', 'lt', 'lte']);
  });

  it('the documents say that a test event is signed, about a request that does not exist, and in no feed', async () => {
    const { description } = service.tags.find(({ name }) => name === 'Events')!;
    expect(textOf(description)).toContain(
      '`data.request.action` is `test.event`, and `GET /v1/requests/{id}` answers 404',
    );
    const { body } = await house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url });
    receiver.posts.splice(0);
    receiver.answer(500);
    await house.api('op_alpha', 'POST', `/api/webhooks/${body.endpoint.id}/test`, { type: 'request.denied' });
    await house.advance(60_000);
    receiver.answer(200);
    expect(receiver.posts).toHaveLength(1);
    const { id, type, data, verification_token } = receiver.posts[0]!.json;
    expect({ type, action: data.request.action, verification_token }).toEqual({
      type: 'request.denied',
      action: 'test.event',
      verification_token: undefined,
    });
    expect(receiver.posts[0]!.headers['service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect((await house.v1('reader', 'GET', `/v1/requests/${data.request.id}`)).status).toBe(404);
    const feed = await house.v1('reader', 'GET', '/v1/events?limit=100');
    expect(feed.body.events.map((event: { id: string }) => event.id)).not.toContain(id);
  });

  it('the documents say that an intent reads none after the call of the integration failed', async () => {
    expect(textOf(schemas.ExecutionState.description)).toContain('or a failed call of the integration');
    integration.answer(400);
    const id = await house.authorizedIntent({ action: 'demo.transfer' });
    await house.messages('op_bravo');
    const { state, execution } = await house.read(id);
    expect([state, execution.state]).toEqual(['failed', 'none']);
    expect((await house.claim(id)).body.error).toContain('no longer stands');
  });
});
