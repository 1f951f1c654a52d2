/** What every world begins with: two organizations, their people, policies, keys and sessions. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { DEMO_ORG, FOUR_EYES_ORG, OTHER_ORG, openDemo } from '../../src/local/demo';
import { MemoryStore } from '../../src/local/memory/store';
import { openDataDirectory } from '../../src/local/platform/data-directory';
import type { ActionId, OperatorId, OrgId } from '../../src/protocol/identifiers';
import { openSession } from '../../src/service/access/use-cases/sessions';
import { dice } from '../linearizability/record';
import { aDisplay } from '../support/displays';
import { PERMIT } from '../support/permit';
import { ADMINS } from './administration';
import { haveOneOperator } from './alone';
import { haveDocuments } from './evidence';
import { haveGroups } from './groups';
import { calmReach, Instance, ORIGIN, PUSH_KEY, portsOf } from './instances';
import { anEnrolledKey, type SigningKey } from './signatures';
import { START_MS } from './start';

export interface Base {
  readonly store: MemoryStore;
  /** Tokens of API keys: `proposer`, `worker` and `reader` of the one organization, `other_org` of the other. */
  readonly keys: Readonly<Record<'proposer' | 'worker' | 'reader' | 'other_org', string>>;
  /**
   * Session tokens of the first organization's operators, and of the two admins of a third one; `stranger` is the other
   * one's `op_bravo`.
   */
  readonly sessions: ReadonlyMap<string, string>;
  /** The passkeys of those who are asked to sign, by operator. */
  readonly passkeys: ReadonlyMap<string, SigningKey>;
}

const SIGNERS = ['op_bravo', 'op_charlie', 'op_delta'];

export const ORGS = { ours: DEMO_ORG, theirs: OTHER_ORG } as const;

export async function openBase(): Promise<Base> {
  const store = MemoryStore.empty();
  const instance = new Instance('base', 0);
  const random = dice(1);
  instance.reach = calmReach({
    store: async (_, command) => store.run(command),
    nowMs: () => START_MS - 3_600_000,
    random,
  });
  const ports = portsOf(instance);
  const directory = openDataDirectory(null);
  const { keys, operators } = await openDemo(ports, directory, ORIGIN);
  directory.release();
  await haveGroups(ports);
  await showPayouts(ports);
  await haveDocuments(ports);
  await haveOneOperator(ports);
  await ports.pushKeys.publish(PUSH_KEY);
  const passkeys = new Map<string, SigningKey>();
  for (const id of SIGNERS) {
    const owner = await ports.config.operator(DEMO_ORG, id as OperatorId);
    passkeys.set(id, await anEnrolledKey({ ...ports, clock: { nowMs: () => START_MS - 3_600_000 } }, owner!));
  }
  // The audit entries of this set-up are dropped, so that every world begins with empty chains.
  for (const { pk, sk } of store.items().filter(({ due_pk }) => due_pk !== undefined)) {
    const UpdateExpression = 'SET journal = :none REMOVE due_pk, due_at';
    const input = { TableName: 'main', Key: { pk, sk }, UpdateExpression, ExpressionAttributeValues: { ':none': [] } };
    store.run({ constructor: UpdateCommand, input });
  }
  // Admins sign in again before an edit that needs it. One session whose sign-in stays fresh stands for all of theirs.
  const STAYS_FRESH_MS = START_MS + 12 * 3600_000;
  const sessions = new Map<string, string>();
  const session = async (name: string, org: OrgId, id: string) => {
    const operator = await ports.config.operator(org, id as OperatorId);
    const opened = await openSession({ ...ports, clock: { nowMs: () => STAYS_FRESH_MS } }, operator!, 'link');
    sessions.set(name, opened.token);
  };
  for (const { id } of operators) await session(id, DEMO_ORG, id);
  await session('stranger', OTHER_ORG, 'op_bravo');
  for (const id of ADMINS) await session(id, FOUR_EYES_ORG, id);
  return { store, keys, sessions, passkeys };
}

/** An action with a display, whose turns are signed. */
async function showPayouts({ config }: ReturnType<typeof portsOf>): Promise<void> {
  const stored = (await config.action(DEMO_ORG, 'demo.payout' as ActionId))!;
  const { policy, revision } = stored;
  const next = { ...policy, version: policy.version + 1, display: aDisplay() };
  await config.saveAction(DEMO_ORG, { ...stored, policy: next, revision: revision + 1 }, PERMIT);
}
