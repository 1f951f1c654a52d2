/**
 * People who add and remove devices while they are asked for keys, and push services that take some pushes, refuse others, and
 * answer too late.
 */

import { operatorCode } from '../../src/protocol/operator-code';
import { noticesOf } from '../../src/service/notice/rules/notices';
import type { Request } from '../../src/service/request/rules/request';
import type { Base } from './base';
import { Callers, requestsOf, stored } from './callers';
import type { SentPush } from './device-lists';
import { isAnyoneDisabled } from './edits';
import { PUSH_KEY, pointOf } from './instances';
import { type Part, unless } from './part';
import type { World } from './world';

/** Its turns need a passkey, so its pushes carry codes. */
const SIGNED = 'demo.payout';
const OPERATORS = ['op_bravo', 'op_charlie'];
const PROPOSED = 'devices_';

export class Devices implements Part {
  private readonly callers: Callers;
  private readonly ids = new Set<string>();
  private removed = 0;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = 2,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    await Promise.all([
      ...OPERATORS.map((operator, n) => this.person(operator, n)),
      ...Array.from({ length: this.requests }, (_, n) => this.propose(n)),
    ]);
  }

  /** Adds two devices one after the other, and removes one of them, with other requests in between. */
  private async person(operator: string, n: number): Promise<void> {
    const { world } = this;
    for (const each of [0, 1]) {
      const device = await this.add(operator, 2 * n + each);
      for (let pause = 0; pause < 6; pause++) await world.think();
      if (device !== null && world.random() < 0.5) await this.remove(operator, device);
    }
  }

  private async add(operator: string, n: number): Promise<string | null> {
    const body = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${operator}_${n}`,
      keys: { p256dh: pointOf(20 + n), auth: Buffer.alloc(16, 20 + n).toString('base64url') },
      public_key: PUSH_KEY,
    };
    const answer = await this.callers.asked(() => this.callers.api(operator, 'POST', '/api/devices', body));
    return answer?.status === 201 ? (answer.body.device.id as string) : null;
  }

  private async remove(operator: string, device: string): Promise<void> {
    const answer = await this.callers.asked(() => this.callers.api(operator, 'DELETE', `/api/devices/${device}`));
    if (answer?.status === 200) this.removed++;
  }

  private async propose(n: number): Promise<void> {
    const { world, callers } = this;
    for (let pause = 0; pause < 8 * n + 4; pause++) await world.think();
    const body = { action: SIGNED, requester: 'op_alpha', params: { service: `billing ${n}` } };
    const id = await callers.propose(`${PROPOSED}${n}`, body);
    if (id === null) return;
    this.ids.add(id);
    if (world.random() < 0.5) return;
    const operator = OPERATORS[n % OPERATORS.length]!;
    await callers.asked(() => callers.api(operator, 'POST', `/api/requests/${id}/refuse`, {}));
  }

  violations(): string[] {
    const { world, ids } = this;
    return [
      ...pushViolations(world),
      ...(world.faults.size === 0 && !isAnyoneDisabled(world) ? notMailed(world, ids) : []),
    ];
  }

  came(): string[] {
    const { pushes } = this.world;
    return [
      ...(pushes.some(({ payload }) => payload.code !== undefined) ? ['code pushed'] : []),
      ...(pushes.some(({ outcome }) => outcome === 'gone') ? ['device ended'] : []),
      ...(this.removed > 0 ? ['device removed'] : []),
      ...(pushes.some(({ payload }) => payload.decided === true) ? ['verdict pushed'] : []),
    ];
  }
}

/** What must hold of every push, in every world. */
function pushViolations(world: World): string[] {
  return [...world.pushes.flatMap((push) => faultsOf(world, push)), ...tooOften(world)];
}

function faultsOf(world: World, push: SentPush): string[] {
  const { owner, payload, device, ttlSeconds, topic } = push;
  if (owner === null) return [`a push went to ${device}, which nobody had any more`];
  const known = `${device} of ${owner.operator}`;
  const common = [
    ...unless(payload.tag === topic && topic.length === 32, `a push to ${known} has another tag`, topic),
    ...unless(ttlSeconds >= 1 && ttlSeconds <= 86_400, `a push to ${known} is kept for another time`, ttlSeconds),
  ];
  // Only a test and the push of a combined mail are about no request.
  const [, id] = /^\/requests\/(req_\w+)$/.exec(payload.path) ?? [];
  if (id === undefined)
    return [...common, ...unless(payload.code === undefined, `a push to ${known} has a code`, payload)];
  const request = stored(world, id, owner.org as Request['org']);
  const mails = world.mailed.filter(({ to, requestId }) => to.operator === owner.operator && requestId === id);
  return [
    ...common,
    ...unless(
      mails.some(({ mail }) => mail.subject === payload.title),
      `a push to ${known} went without a mail`,
      payload.title,
    ),
    ...unless(
      payload.code === undefined || isCodeOf(world, request, owner.operator, payload),
      `the code is not that of ${known}`,
      payload,
    ),
  ];
}

/** The code of the seat of this operator, of an action whose turns need a passkey. */
function isCodeOf(world: World, request: Request, operator: string, { code, seat }: SentPush['payload']): boolean {
  const { org, id, seats, policy, codeKeyId } = request;
  const own = seats.find((each) => each.operator === operator);
  const [round, issue] = (seat ?? '').split('.').map(Number);
  if (own === undefined || policy.turn !== 'code_and_passkey' || round === undefined || issue === undefined)
    return false;
  const secret = Buffer.from(world.codeKeys[codeKeyId]!, 'base64');
  return code === operatorCode({ secret, org, requestId: id, round, issue, operator: own.operator });
}

/**
 * Each mail with a code that was attempted has one push to each device. What was not taken is sent again, at most three times;
 * a message that is handed out twice does that twice.
 */
function tooOften(world: World): string[] {
  if (world.faults.has('message handed out twice')) return [];
  const byCode = new Map<string, SentPush[]>();
  for (const push of world.pushes) {
    if (push.payload.code === undefined) continue;
    const name = `${push.device} ${push.payload.path} ${push.payload.code}`;
    byCode.set(name, [...(byCode.get(name) ?? []), push]);
  }
  return [...byCode].flatMap(([name, sent]) => {
    const { owner, payload } = sent[0]!;
    const mails = world.mailed.filter(
      ({ to, code }) => to.operator === owner?.operator && code === payload.code,
    ).length;
    const taken = sent.filter(({ outcome }) => outcome !== 'later').length;
    return [
      ...unless(taken <= mails, 'a code was pushed more often than it was mailed', { name, taken, mails }),
      ...unless(sent.length <= 4 * mails, 'a push was sent again too often', { name, sent: sent.length, mails }),
    ];
  });
}

/** Without faults, everybody is mailed what the record owes at the end, whatever became of the pushes. */
function notMailed(world: World, ids: ReadonlySet<string>): string[] {
  if (world.combinedMails.length > 0) return [];
  return requestsOf(world)
    .filter(({ id }) => ids.has(id))
    .flatMap((request) => {
      const mailed = world.mails.filter(({ requestId }) => requestId === request.id);
      return noticesOf(request)
        .filter(({ operator, kind }) => !mailed.some((mail) => mail.to.operator === operator && mail.kind === kind))
        .map(({ operator, kind }) => `${operator} was not mailed that ${request.id} was ${kind}`);
    });
}
