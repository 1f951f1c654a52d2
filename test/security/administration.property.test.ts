/**
 * Three admins change the configuration at once, in every order of their calls to the store, and functions die anywhere.
 * There is always an enabled admin, nothing is loosened without the key of a second admin, and each approved change is made
 * once, from the version that its approver saw (docs/decisions/four-eyes.md).
 *
 * The real functions run over the store in memory. Calls of one step run in parallel: fast-check draws which of them makes
 * its next call to the store. FUZZ_RUNS sets the number of runs, FUZZ_SEED repeats them.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as fc from 'fast-check';
import { fromConfigItem } from '../../src/adapters/dynamodb/config-item';
import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { Item } from '../../src/local/memory/expressions';
import { type Command, MemoryStore, type Written } from '../../src/local/memory/store';
import type { OperatorId } from '../../src/protocol/identifiers';
import { operatorCode } from '../../src/protocol/operator-code';
import type { PendingRevision } from '../../src/service/configuration/rules/items';
import { isOpen, type Request } from '../../src/service/request/rules/request';
import { fromRequestItem } from '../../src/service/request/store/request-conversion';
import type { QueueMessage } from '../../src/service/system/ports';
import { dice } from '../linearizability/record';
import { CODE_KEY, type Instance, type Reach } from '../simulation/instances';
import { START_MS } from '../simulation/start';
import type { Said } from '../support/gateway';
import { PERMIT } from '../support/permit';
import { runs } from '../support/runs';
import { openForked } from './forked';

const RUNS = runs('FUZZ_RUNS', 10);
const SEED = process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) };
const ADMINS = ['op_echo', 'op_foxtrot', 'op_golf'] as const;
const ACTION = 'demo.release';

type Deed =
  | { do: 'edit'; by: number; quorum: number; min: number; deny: boolean }
  | { do: 'demote' | 'disable' | 'promote' | 'rename'; by: number; whom: number }
  /** Turns a key on every open request, also on changes of the configuration. */
  | { do: 'approve'; by: number }
  | { do: 'propose'; by: number }
  /** Runs the functions behind the stream and the queues. With `dies`, their input is lost. */
  | { do: 'dispatch' | 'timer'; dies: boolean };

const admin = fc.nat(2);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      by: admin,
      quorum: fc.integer({ min: 1, max: 3 }),
      min: fc.integer({ min: 1, max: 2 }),
      deny: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('demote' as const, 'disable' as const, 'promote' as const, 'rename' as const),
      by: admin,
      whom: admin,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('approve' as const), by: admin }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('propose' as const), by: admin }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('dispatch' as const, 'timer' as const), dies: fc.boolean() }),
  },
);
/** The calls of one step run in parallel. */
const anything = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 });
/** Two admins, or three, who take the role from each other at the same moment. */
const takesAway = fc.record({ do: fc.constantFrom('demote' as const, 'disable' as const), by: admin, whom: admin });
const brawl = fc.array(fc.array(takesAway, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 });
/** The last two admins take the role from each other at the same moment. */
const how = fc.constantFrom('demote' as const, 'disable' as const);
const duel = fc.tuple(how, how).map(([one, other]): Deed[][] => [
  [{ do: 'demote', by: 0, whom: 2 }],
  [
    { do: one, by: 0, whom: 1 },
    { do: other, by: 1, whom: 0 },
  ],
]);
const story = fc.oneof(
  { weight: 3, arbitrary: anything },
  { weight: 1, arbitrary: brawl },
  { weight: 1, arbitrary: duel },
);

/** One world for one story. */
class Organization implements Pick<Reach, 'store' | 'send' | 'nowMs' | 'random'> {
  readonly table: MemoryStore;
  nowAt = START_MS;
  /** Instants at which there was no enabled admin. */
  readonly adminless: string[] = [];
  private stream: Written[] = [];
  private timers: QueueMessage<unknown>[] = [];
  private isCalm = false;
  private readonly draw = dice(7);

  constructor(
    base: MemoryStore,
    private readonly setUp: SetUp,
    private readonly scheduler: fc.Scheduler,
  ) {
    this.table = base.fork((change) => this.saw(change));
    const { store, send, nowMs, random } = this;
    setUp.on(this.table, { store, send, nowMs, random });
  }

  store = async (_: Instance, command: Command) => {
    if (!this.isCalm) await this.scheduler.schedule(Promise.resolve(), command.constructor.name);
    return this.table.run(command);
  };

  send = async (_: Instance, queue: string, messages: readonly QueueMessage<unknown>[]) => {
    if (queue === 'timers') this.timers.push(...messages);
  };

  nowMs = () => this.nowAt;
  random = () => this.draw();

  async act(deed: Deed): Promise<void> {
    switch (deed.do) {
      case 'edit': {
        const quorum = { default: Math.max(deed.quorum, deed.min), min: deed.min, max: 3, selectable: false };
        await this.put(deed.by, { quorum, deny_self_approval: deed.deny });
        return;
      }
      case 'demote':
        return this.patch(deed, { role: 'operator' });
      case 'disable':
        return this.patch(deed, { enabled: false });
      case 'promote':
        return this.patch(deed, { role: 'admin', enabled: true });
      case 'rename':
        return this.patch(deed, { name: 'Renamed' });
      case 'approve':
        return this.approveAll(deed.by);
      case 'propose':
        await this.setUp.propose(ADMINS[deed.by]!);
        return;
      case 'dispatch':
        return this.dispatch(deed.dies);
      case 'timer':
        return this.fire(deed.dies);
    }
  }

  /** Two minutes later, the check finds everything that was lost. */
  async rest(): Promise<void> {
    this.isCalm = true;
    for (let minute = 0; minute < 8; minute += 2) {
      this.nowAt += 130_000;
      await this.dispatch(false);
      await this.setUp.sweep();
      await this.fire(false);
      await this.dispatch(false);
      await this.fire(false);
    }
  }

  requests(): Request[] {
    return this.own('#REQ#')
      .filter(({ sk }) => sk === 'REQUEST')
      .map(fromRequestItem);
  }

  /** Every edit of an item of the configuration, in order. Nothing reads the chain here, so the journals keep all of them. */
  edits(sk: string): readonly PendingRevision[] {
    const item = this.own('').find((each) => each.sk === sk);
    return item === undefined
      ? []
      : fromConfigItem<{ readonly revision: number; readonly journal: never[] }>(item).journal;
  }

  documentOf(id: string): { readonly base: number } {
    const [item] = this.own(`#CHANGE#${id}`);
    return JSON.parse(item!.document as string) as { base: number };
  }

  private own(part: string): Item[] {
    const at = `${FOUR_EYES_ORG}${part}`;
    return this.table.items().filter(({ pk }) => (part === '' ? pk === at : String(pk).startsWith(at)));
  }

  private saw(change: Written): void {
    const { pk, sk } = change.after ?? {};
    if (change.after !== undefined && (sk === 'REQUEST' || pk === FOUR_EYES_ORG)) this.stream.push(change);
    if (!String(sk).startsWith('OPERATOR#') || pk !== FOUR_EYES_ORG) return;
    const operators = this.own('').filter((item) => String(item.sk).startsWith('OPERATOR#'));
    const admins = operators.filter(({ role, enabled }) => role === 'admin' && enabled);
    if (admins.length === 0) this.adminless.push(JSON.stringify(operators.map(({ role, enabled }) => [role, enabled])));
  }

  private put(by: number, policy: object): Promise<Said> {
    const body = { title: 'Release to customers', roster: [...ADMINS], ...policy };
    return this.setUp.api(ADMINS[by]!, 'PUT', `/api/actions/${ACTION}`, body);
  }

  private async patch({ by, whom }: { readonly by: number; readonly whom: number }, patch: object): Promise<void> {
    await this.setUp.api(ADMINS[by]!, 'PATCH', `/api/operators/${ADMINS[whom]}`, patch);
  }

  private async approveAll(by: number): Promise<void> {
    const operator = ADMINS[by]!;
    for (const request of this.requests().filter(isOpen)) {
      const { org, id, round, seats } = request;
      // They also try where they have no seat, as the requester of a change.
      const issue = seats.find((seat) => seat.operator === operator)?.issue ?? 0;
      const secret = Buffer.from(CODE_KEY, 'base64');
      const code = operatorCode({ secret, org, requestId: id, round, issue, operator: operator as OperatorId });
      await this.setUp.api(operator, 'POST', `/api/requests/${id}/turn`, { code });
    }
  }

  private async dispatch(dies: boolean): Promise<void> {
    const Records = this.stream.splice(0).map(({ before, after }, n) => ({
      dynamodb: {
        SequenceNumber: String(n),
        NewImage: marshall(after!),
        ...(before === undefined ? {} : { OldImage: marshall(before) }),
      },
    }));
    if (!dies && Records.length > 0) await this.setUp.dispatch({ Records } as never);
  }

  private async fire(dies: boolean): Promise<void> {
    const Records = this.timers.splice(0).map(({ body }, n) => ({ messageId: String(n), body: JSON.stringify(body) }));
    // Each message is handed out twice.
    if (!dies && Records.length > 0)
      await Promise.all([this.setUp.timer({ Records } as never), this.setUp.timer({ Records } as never)]);
  }
}

type SetUp = Awaited<ReturnType<typeof setUpOn>>;

/** Three admins, and the action that they edit. */
async function setUpOn(base: MemoryStore) {
  const forked = openForked();
  forked.on(base, { nowMs: () => START_MS - 1000, random: dice(5) });
  const keys = await forked.haveDemo();
  const { config } = forked.ports;
  const golf = (await config.operator(FOUR_EYES_ORG, 'op_golf' as OperatorId))!;
  await config.saveOperator({ ...golf, role: 'admin', revision: golf.revision + 1 }, PERMIT);
  const sessions = new Map<string, string>();
  for (const id of ADMINS) sessions.set(id, await forked.session(FOUR_EYES_ORG, id));
  return {
    ...forked,
    api: (operator: string, method: string, path: string, body?: object) =>
      forked.api(sessions.get(operator)!, method, path, body),
    propose: (requester: string) => forked.v1(keys.four_eyes, 'POST', '/v1/requests', { action: ACTION, requester }),
  };
}

describe('three admins who change the configuration at once', () => {
  let base: MemoryStore;
  let setUp: SetUp;
  beforeAll(async () => {
    base = MemoryStore.empty();
    setUp = await setUpOn(base);
    // Every story begins with empty journals.
    for (const { pk, sk } of base.items().filter(({ due_pk }) => due_pk !== undefined)) {
      const UpdateExpression = 'SET journal = :none REMOVE due_pk, due_at';
      const input = {
        TableName: 'main',
        Key: { pk, sk },
        UpdateExpression,
        ExpressionAttributeValues: { ':none': [] },
      };
      base.run(new UpdateCommand(input));
    }
  });

  /** How many requests of each action ended in each state. */
  const tell = async (stories: { readonly numRuns: number; readonly seed?: number }) => {
    const came: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(story, fc.scheduler(), async (steps, scheduler) => {
        const organization = new Organization(base, setUp, scheduler);
        for (const step of steps) await scheduler.waitFor(Promise.all(step.map((deed) => organization.act(deed))));
        await organization.rest();
        expect(organization.adminless).toEqual([]);
        expect(problemsOf(organization)).toEqual([]);
        for (const { action, state } of organization.requests())
          came[`${action} ${state}`] = (came[`${action} ${state}`] ?? 0) + 1;
      }),
      stories,
    );
    return came;
  };

  it('three admins never leave fewer than one admin, never loosen anything alone, and make each approved change once', async () => {
    await tell({ numRuns: RUNS, ...SEED });
  }, 60_000);

  it('three admins’ random stories reach changes that are made, refused because their base has moved, and left open', async () => {
    // The same stories each time: others may not get that far.
    expect(await tell({ numRuns: 40, seed: 2 })).toMatchObject({
      'service.admin succeeded': expect.any(Number),
      'service.admin failed': expect.any(Number),
      'service.admin notified': expect.any(Number),
      'demo.release succeeded': expect.any(Number),
    });
  });
});

interface Edit {
  readonly revision: number;
  readonly data: Readonly<Record<string, unknown>>;
}

function problemsOf(organization: Organization): unknown[] {
  const ofItems = [`ACTION#${ACTION}`, ...ADMINS.map((id) => `OPERATOR#${id}`)].map((sk) =>
    organization.edits(sk).flatMap(({ revision, entries }) => entries.map(({ data }): Edit => ({ revision, data }))),
  );
  const made = ofItems.flat().filter(({ data }) => data.change !== undefined);
  const changes = organization.requests().filter(({ action }) => action === 'service.admin');
  return [
    ...changes.flatMap((request) => problemsOfChange(request, organization, made)),
    ...made.filter(({ data }) => !changes.some(({ id }) => id === data.change)),
    ...ofItems.slice(1).flatMap((edits) => edits.filter((edit) => !isAllowed(edit))),
    ...loosenedAlone(ofItems[0]!),
  ];
}

function problemsOfChange(request: Request, organization: Organization, made: readonly Edit[]): unknown[] {
  const own = made.filter(({ data }) => data.change === request.id);
  const approvers = 'approvers' in request ? request.approvers : [];
  const { state, requester, seats } = request;
  const wants = state === 'succeeded' ? 1 : 0;
  return [
    ...(own.length === wants ? [] : [{ problem: `made ${own.length} times`, state }]),
    ...(state === 'authorized' || state === 'executing' ? [{ problem: 'left lying', state }] : []),
    ...own.flatMap(({ revision }) =>
      organization.documentOf(request.id).base === revision - 1
        ? []
        : [{ problem: 'not made from its base', revision }],
    ),
    ...(own.length === 0 || approvers.some((one) => one !== requester && seats.some(({ operator }) => operator === one))
      ? []
      : [{ problem: 'made without a second key', approvers, requester }]),
  ];
}

/** An edit of an operator without the approval of a second admin only disables or demotes. */
function isAllowed({ data }: Edit): boolean {
  if (data.change !== undefined) return true;
  const fields = data.changed as readonly string[];
  return fields.every(
    (field) => (field === 'enabled' && data.enabled === false) || (field === 'role' && data.role === 'operator'),
  );
}

/** An edit of the policy without a second key never lowers the quorum. */
function loosenedAlone(edits: readonly Edit[]): unknown[] {
  let quorum = 2;
  return edits.flatMap(({ data }) => {
    const before = quorum;
    quorum = Number(data.quorum);
    return data.change === undefined && (quorum < before || data.loosened === true) ? [{ before, data }] : [];
  });
}
