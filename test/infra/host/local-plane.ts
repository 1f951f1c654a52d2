/** The plane of a deployment on one machine, for the rehearsal of a restore. */
import { setTimeout as pause } from 'node:timers/promises';
import { CALLED } from '../../../infra/constructs/function-names';
import type { Message, Plane } from '../../../scripts/restore/plane';
import { type Deployment, deploy } from './deployment';
import { DATA_KEY } from './point-in-time';
import { ACCOUNT, REGION, synthesize } from './stack';

export interface LocalPlane extends Plane {
  /** The deployment as it is now. */
  readonly house: Deployment;
  stop(): Promise<void>;
}

export function createLocalPlane(first: Deployment, smoke: (house: Deployment) => Promise<void>): LocalPlane {
  const houses = [first];
  const house = () => houses.at(-1)!;
  return {
    get house() {
      return house();
    },
    place: async () => ({ account: ACCOUNT, region: REGION }),
    names: async () => {
      const { main, transient } = house().tables;
      return { main, transient, heads: 'heads', dataKey: DATA_KEY };
    },
    readiness: async () => ({ facts: [], problems: [] }),
    usersOf: async (table) =>
      houses.some(({ tables }) => tables.main === table) ? ['it belongs to the stack data'] : [],
    promoteSecrets: async () => 'the secrets are of this deployment',
    // Only the service writes the bucket of this deployment.
    takeBack: async (org, digest) => {
      const kept = [...house().aws.objects.keys()].some((name) => name.endsWith(`${org}/${digest.slice(7)}`));
      return kept ? 'stored' : 'lost';
    },
    async close() {
      for (const name of CALLED) house().running.refused.add(name);
    },
    async backlog() {
      const { running, aws } = house();
      if (running.gate.isOpen()) await house().settle();
      const waiting = Object.fromEntries([...aws.queues].map(([queue, messages]) => [queue, messages.length]));
      return {
        stream: false,
        waiting: Object.fromEntries(Object.entries(waiting).filter(([queue]) => !/DeadLetters/.test(queue))),
        delayed: {},
      };
    },
    async disable() {
      house().running.gate.close();
    },
    async stopExecutions() {
      const { executions } = house().aws;
      const count = executions.size;
      executions.clear();
      return count;
    },
    async take() {
      for (const [queue, messages] of house().aws.queues)
        if (messages.length > 0)
          return messages.slice(0, 10).map(({ messageId: id, body }) => ({ queue, id, body, handle: id }));
      return [];
    },
    async drop(messages: readonly Message[]) {
      const handles = new Set(messages.map(({ handle }) => handle));
      const held = house().aws.queues.get(messages[0]!.queue) ?? [];
      house().aws.queues.set(
        messages[0]!.queue,
        held.filter(({ messageId }) => !handles.has(messageId)),
      );
    },
    async purge() {
      house().aws.queues.clear();
    },
    async deploy() {
      // A killed run may already have begun it. CloudFormation would then find nothing to change.
      if (houses.length > 1) return;
      houses.push(await deploy(synthesize('frozen'), first));
    },
    async enable() {
      house().running.gate.open();
    },
    async open() {
      house().running.refused.clear();
      await pause(0);
    },
    smoke: () => smoke(house()),
    async stop() {
      for (const each of houses.reverse()) await each.stop();
    },
  };
}
