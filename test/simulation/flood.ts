/**
 * A flood of requests. Nobody turns a key, so each of them is refused or expires, with a message to its requester.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { countedPk } from '../../src/adapters/dynamodb/keys';
import type { Item } from '../../src/local/memory/expressions';
import { isStillTrue, MAIL_WINDOW_MS, SINGLE_MAILS } from '../../src/service/notice/rules/notices';
import { BRAVO } from '../support/builders';
import { textOf } from '../support/mail-text';
import { ALONE, ALONE_TITLE } from './alone';
import { type Base, ORGS } from './base';
import { Callers, stored } from './callers';
import { isAnyoneDisabled } from './edits';
import type { Part } from './part';
import { START_MS } from './start';
import type { World } from './world';

const REQUESTS = 5;
/** The requester, and who is asked. */
const OPERATORS = ['op_alpha', BRAVO];
/** The last one: somebody took the only seat. */
const VERDICTS = ['Expired', 'Refused', 'Aborted'];

export class Flood implements Part {
  private readonly ids = new Set<string>();
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = REQUESTS,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    mailedBefore(this.world);
    await Promise.all(Array.from({ length: this.requests }, (_, n) => this.propose(n)));
  }

  private async propose(n: number): Promise<void> {
    const body = { action: ALONE, requester: 'op_alpha', params: { n: String(n) } };
    const id = await this.callers.propose(`flood_${n}`, body);
    if (id === null) return;
    this.ids.add(id);
    if (this.world.random() < 0.8)
      await this.callers.asked(() => this.callers.api(BRAVO, 'POST', `/api/requests/${id}/refuse`, {}));
  }

  violations(): string[] {
    const { world, ids } = this;
    return [
      ...twice(world, ids),
      ...stillWaiting(world),
      ...(world.faults.size === 0 && !isAnyoneDisabled(world) ? missing(world, ids) : []),
    ];
  }

  came(): string[] {
    return this.world.combinedMails.length > 0 ? ['a combined mail was mailed'] : [];
  }
}

/** The operator has only one single mail left in this window, so a few requests are a flood. */
function mailedBefore(world: World): void {
  const Item = {
    pk: countedPk('mails', `${ORGS.ours}#${BRAVO}`),
    counted: SINGLE_MAILS - 1,
    window_ends_at: START_MS + MAIL_WINDOW_MS,
  };
  world.table.run({ constructor: PutCommand, input: { TableName: 'transient', Item } });
}

/** Every message that the operator got, in a mail of its own or in a combined mail, by its kind, round and request. */
function toldTo(world: World, operator: string): string[] {
  const singles = world.mails
    .filter(({ to }) => to.operator === operator)
    .map(({ mail, requestId }) => `${mail.subject} ${requestId}`);
  const inCombined = world.combinedMails
    .filter(({ to }) => to.operator === operator)
    .flatMap((combined) => [...textOf(combined).matchAll(COMPLETE), ...textOf(combined).matchAll(IN_SHORT)])
    .map(([, subject, id]) => `${subject} ${id}`);
  return [...singles, ...inCombined];
}

const COMPLETE = /^\d+\. (.+)\n(?:.+\n)*?Open the request: .*\/(req_\w+)$/gm;
/** What a combined mail has beyond its first messages: a line with the code, the subject, a warning and the link. */
const IN_SHORT = /^(?:\d{4} \d{4} )?\d+\. (.+?)(?: · .+)? \S+\/(req_\w+)$/gm;

function twice(world: World, ids: ReadonlySet<string>): string[] {
  return OPERATORS.flatMap((operator) => {
    // Two questions about one request cannot be distinguished here.
    const told = toldTo(world, operator).filter(
      (what) => ids.has(what.split(' ').at(-1)!) && !what.includes('question'),
    );
    const again = told.filter((what, index) => told.indexOf(what) !== index);
    return again.map((what) => `${operator} was told twice: ${what}`);
  });
}

/**
 * An instance can die after a message began to wait and before its combined mail is due. If the message is not true any more when
 * it is tried again, it stays until the next combined mail, which removes it.
 */
function stillWaiting(world: World): string[] {
  const left = world.table.items().filter(({ sk }) => String(sk).startsWith('WAITING#'));
  const counts = ({ request, notice }: Item) =>
    world.faults.size === 0 ||
    notice === undefined ||
    isStillTrue(JSON.parse(notice as string), stored(world, request as string));
  return left.filter(counts).map(({ pk, sk }) => `a message still waits for a combined mail: ${pk} ${sk}`);
}

/** Without faults, the requester is told of every verdict, and the operator who was asked of those that are their own. */
function missing(world: World, ids: ReadonlySet<string>): string[] {
  return OPERATORS.flatMap((operator) => {
    const told = new Set(toldTo(world, operator));
    return [...ids]
      .filter((id) => operator !== BRAVO || stored(world, id).state === 'denied')
      .filter((id) => !VERDICTS.some((verdict) => told.has(`${verdict}: ${ALONE_TITLE} ${id}`)))
      .map((id) => `${operator} was not told of the verdict of ${id}`);
  });
}
