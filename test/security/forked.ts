/**
 * The functions of the service over a store in memory that a test forks, so that each attempt begins in the same place: composed
 * as in the simulation, and nothing fails.
 */

import { createConsoleHandler } from '../../src/lambda/console/handler';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { createSweepHandler, createTimerHandler } from '../../src/lambda/events/timer';
import { createServiceHandler } from '../../src/lambda/v1/handler';
import { DEMO_PLATFORM_ACTIONS, openDemo } from '../../src/local/demo';
import type { MemoryStore } from '../../src/local/memory/store';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import type { OperatorId, OrgId } from '../../src/protocol/identifiers';
import type { Began } from '../../src/service/access/rules/fresh-sign-in';
import { openSession } from '../../src/service/access/use-cases/sessions';
import { calmReach, Instance, ORIGIN, portsOf, type Reach } from '../simulation/instances';
import { eventOf, type Said, said } from '../support/gateway';

export type Forked = ReturnType<typeof openForked>;
type Around = Pick<Reach, 'nowMs' | 'random'> & Partial<Reach>;

export function openForked() {
  const instance = new Instance('forked', 0);
  const ports = portsOf(instance);
  const [inConsole, inService] = [createConsoleHandler(ports), createServiceHandler(ports)];
  return {
    ports,
    dispatch: createDispatchHandler(ports),
    timer: createTimerHandler(ports),
    // A sweep remembers how far it came, and each story starts again.
    sweep: () => createSweepHandler(ports)(),
    /** From now on the functions use this store. */
    on(store: MemoryStore, around: Around): void {
      instance.reach = calmReach({ store: async (_, command) => store.run(command), ...around });
    },
    /** The organizations of the demo. Answers the tokens of their API keys. */
    async haveDemo() {
      const directory = openDataDirectory(null);
      const { keys } = await openDemo({ ...ports, platformActions: DEMO_PLATFORM_ACTIONS }, directory, ORIGIN);
      directory.release();
      return keys;
    },
    /** The token of a session that begins now. */
    async session(org: OrgId, id: string, began: Began = 'link'): Promise<string> {
      return (await openSession(ports, (await ports.config.operator(org, id as OperatorId))!, began)).token;
    },
    async api(session: string, method: string, path: string, body?: object): Promise<Said> {
      const event = { cookies: [`__Host-session=${session}`] };
      return said((await inConsole(eventOf(method, path, { origin: ORIGIN }, { body, event }))) as object);
    },
    async v1(key: string, method: string, path: string, body?: object): Promise<Said> {
      return said((await inService(eventOf(method, path, { authorization: `Bearer ${key}` }, { body }))) as object);
    },
  };
}
