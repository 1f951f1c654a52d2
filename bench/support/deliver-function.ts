/** The function `deliver` as it is deployed, in a process of its own, with its calls to DynamoDB and a receiver that takes all. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'expect';
import type { RequestId } from '../../src/protocol/identifiers';
import { newDelivery } from '../../src/service/delivery/rules/owed-deliveries';
import { type DeliveryMessage, sendDeliveries } from '../../src/service/delivery/use-cases/hand-over';
import { createRequestStore } from '../../src/service/request/store/request-store';
import { type Deployment, deploy } from '../../test/infra/host/deployment';
import { RECEIVER_URL } from '../../test/infra/host/internet';
import { ORG, settleIn } from '../../test/infra/host/people';
import { synthesize } from '../../test/infra/host/stack';
import { writeClones } from './clones';
import { cpuOfTreeUs } from './cpu-time';
import { LAMBDA_NODE, needLambdaNode } from './lambda-node';
import { PARAMS } from './proposal';

const BATCH = 10;

/** `options`: of Node, such as `--cpu-prof`. `bundle`: another one to compare with. */
export async function openDeliver({ options = [], bundle }: { options?: readonly string[]; bundle?: string } = {}) {
  needLambdaNode();
  // The deployment is a helper of the tests, which use `expect`.
  Object.assign(globalThis, { expect });
  const house = await deploy(synthesize('prod'));
  const original = await refused(house);
  const child = fork(join(__dirname, '../../test/infra/host/lambda-host.cjs'), {
    execPath: LAMBDA_NODE,
    execArgv: [...options],
    env: { ...house.environment('deliver'), BUNDLE: bundle ?? join(house.bundles.folder, 'deliver.js') },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    /** Returns the CPU of the function for this many posts, in µs. */
    async post(count: number): Promise<number> {
      const messages = await messagesOf(house, original, count);
      await house.dispatched();
      const [taken, before] = [house.posts.length, cpuOfTreeUs(child.pid!)];
      for (let n = 0; n < count; n += BATCH) await invoke(child, messages.slice(n, n + BATCH));
      const cpuUs = cpuOfTreeUs(child.pid!) - before;
      if (house.posts.length - taken !== count) throw new Error(`${house.posts.length - taken} posts of ${count}`);
      return cpuUs;
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
      await house.stop();
    },
  };
}

/** A request with a callback that an operator refused, and whose verdict was posted. */
async function refused(house: Deployment) {
  const { key, signIn } = await settleIn(house);
  const body = { action: 'launch', requester: 'op_admin', callback_url: RECEIVER_URL, params: PARAMS };
  const { id } = (await house.call('api', 'POST', '/v1/requests', body, key)).body.request;
  await house.call('console', 'POST', `/api/requests/${id}/refuse`, {}, await signIn('op_a'));
  await house.settle();
  return (await createRequestStore(house.tables).load(ORG, id as RequestId))!;
}

async function messagesOf(house: Deployment, original: Awaited<ReturnType<typeof refused>>, count: number) {
  const ids = await writeClones(house.tables, original, count);
  const verdict = { type: 'request.denied', atMs: original.request.updatedAtMs } as const;
  const messages: DeliveryMessage[] = [];
  const events = {
    send: async (sent: readonly { body: DeliveryMessage }[]) => sent.forEach(({ body }) => void messages.push(body)),
  };
  await sendDeliveries(
    { queues: { events } } as never,
    ids.map((id) => newDelivery({ org: ORG, id }, verdict, 'callback')),
  );
  return messages;
}

let last = 0;

async function invoke(child: ChildProcess, messages: readonly DeliveryMessage[]): Promise<void> {
  const id = ++last;
  const Records = messages.map((body, n) => ({ messageId: String(n), body: JSON.stringify(body) }));
  child.send({ id, event: { Records } });
  const [answer] = await once(child, 'message');
  if (answer.error !== undefined || answer.result.batchItemFailures.length > 0) throw new Error(JSON.stringify(answer));
}
