import type { Tally } from './host/aws';
import { BUDGET, unitsBehind } from './host/budget';
import { type Deployment, deploy } from './host/deployment';
import { RECEIVER_URL } from './host/internet';
import { type People, settleIn } from './host/people';
import { synthesize } from './host/stack';

describe('a lifecycle on the deployment, behind the answers', () => {
  const template = synthesize('prod');
  let house: Deployment;
  let people: People;

  beforeAll(async () => {
    house = await deploy(template);
    people = await settleIn(house);
  }, 120_000);

  afterAll(async () => {
    await house?.stop();
  });

  async function lifecycle(): Promise<void> {
    const { key, signIn, mailedCode } = people;
    const proposal = {
      action: 'launch',
      requester: 'op_admin',
      params: { charge: 'ch_1', note: 'n'.repeat(200) },
      callback_url: RECEIVER_URL,
    };
    const { id } = (await house.call('api', 'POST', '/v1/requests', proposal, key)).body.request;
    await house.settle();
    const checked = async () => {
      await house.makeDue('requests');
      await house.functions.get('sweep').invoke({ source: 'aws.events' });
      await house.settle();
    };
    // People usually take longer than the two minutes until the first check.
    await checked();
    for (const operator of ['op_a', 'op_b']) {
      const code = mailedCode(operator);
      const session = await signIn(operator);
      const turned = await house.call('console', 'POST', `/api/requests/${id}/turn`, { code }, session);
      expect(turned.statusCode).toBe(200);
      await house.settle();
    }
    await checked();
  }

  it('a lifecycle on the deployment stays within its budget of units, messages and mails', async () => {
    // The first lifecycle also includes the checks that creating the organization left.
    await lifecycle();
    const before = billed(house);
    await lifecycle();
    const after = billed(house);
    const used = (of: (total: ReturnType<typeof billed>) => number) => of(after) - of(before);
    const cost = {
      consoleWriteUnits: used((total) => total.consoleWriteUnits),
      writeUnits: used((total) => total.writeUnits),
      readUnits: used((total) => total.readUnits),
      streamRecords: used((total) => total.streamRecords),
      mails: used((total) => total.mails),
      events: used((total) => sent(total, 'Events')),
      notices: used((total) => sent(total, 'Notices')),
      audit: used((total) => sent(total, 'Audit')),
      timers: used((total) => sent(total, 'Timers')),
    };
    console.log(JSON.stringify(cost));
    const over = Object.entries(cost).filter(([what, amount]) => amount > BUDGET[what as keyof typeof BUDGET]);
    expect(over).toEqual([]);
    expect(house.aws.denied).toEqual([]);
  }, 60_000);

  const sent = ({ messages }: Pick<Tally, 'messages'>, queue: string): number =>
    Object.entries(messages).find(([id]) => id.startsWith(`Queues${queue}`))?.[1] ?? 0;
});

function billed({ aws: { tally, mails }, streamed }: Deployment) {
  return {
    ...structuredClone(tally),
    consoleWriteUnits: tally.writeUnits.console ?? 0,
    writeUnits: unitsBehind(tally.writeUnits),
    readUnits: unitsBehind(tally.readUnits),
    streamRecords: streamed.flatMap((event) => event.Records).length,
    mails: mails.length,
  };
}
