/**
 * Questions about a request: each acknowledged one is there, numbered without gaps, with its digest in the chain and its
 * text nowhere else.
 */
import type { AuditEntry } from '../../src/service/audit/rules/chain';
import { ALONE } from './alone';
import type { Base } from './base';
import { Callers, requestsOf, stored } from './callers';
import { type Part, unless } from './part';
import type { World } from './world';

const TEXT = 'this is the text of a question';
/** The requester, and who is asked. */
const ASKING = ['op_alpha', 'op_bravo'];

type Item = Readonly<Record<string, unknown>>;

/** An operator and the requester write at the same time, about a request of their own or another one. */
export class Questions implements Part {
  private readonly acknowledged: string[] = [];
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
  ) {
    this.callers = new Callers(world, base);
  }

  async live(): Promise<void> {
    const body = { action: ALONE, requester: 'op_alpha', params: {} };
    const id = await this.callers.propose('questions', body);
    await Promise.all(ASKING.map((operator) => this.ask(operator)));
    if (id !== null && this.world.random() < 0.8) await this.callers.turn('op_bravo', id);
  }

  private async ask(operator: string): Promise<void> {
    for (let n = 0; n < (operator === 'op_bravo' ? 2 : 1); n++) {
      await this.world.think();
      const requests = requestsOf(this.world).filter(
        ({ requester, seats }) => requester === operator || seats.some((seat) => seat.operator === operator),
      );
      const id = requests[Math.floor(this.world.random() * requests.length)]?.id;
      if (id === undefined) continue;
      const text = `${operator} writes ${TEXT} ${n}`;
      const answer = await this.callers.heard(
        this.callers.api(operator, 'POST', `/api/requests/${id}/questions`, { text }),
      );
      if (answer === undefined) continue;
      if (answer.status === 200) this.acknowledged.push(text);
      // 401: the operator was disabled. 403: the operator has lost the seat. 409: the request was decided.
      else if (![401, 409].includes(answer.status) && !(answer.status === 403 && !this.hasSeat(id, operator)))
        throw new Error(`question was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }

  private hasSeat(id: string, operator: string): boolean {
    return stored(this.world, id).seats.some((seat) => seat.operator === operator && !seat.disabled);
  }

  violations(): string[] {
    const texts = new Set(questionsIn(this.world.table.items()).map(({ text }) => text));
    return unless(
      this.acknowledged.every((text) => texts.has(text)),
      'an acknowledged question is lost',
      this.acknowledged,
    );
  }

  came(): string[] {
    return this.acknowledged.length > 1 ? ['questions written'] : [];
  }
}

const questionsIn = (items: readonly Item[]): Item[] => items.filter(({ pk }) => String(pk).includes('#QUESTIONS#'));

export function questionViolations(world: World, items: readonly Item[], chain: readonly AuditEntry[]): string[] {
  const all = questionsIn(items);
  if (all.length === 0) return [];
  const elsewhere = [
    ...items.filter(({ pk }) => !String(pk).includes('#QUESTIONS#')),
    ...chain,
    ...world.mails,
    ...world.combinedMails,
    ...world.posts,
  ].filter((each) => JSON.stringify(each).includes(TEXT));
  return [
    ...requestsOf(world).flatMap(({ id }) => {
      const stored = all.filter(({ pk }) => String(pk).endsWith(id));
      const entries = chain.filter(({ kind, subject }) => kind.startsWith('question.') && subject === id);
      const wanted = stored.map((_, index) => index + 1);
      return [
        ...unless(equal(numbers(stored.map(({ number }) => number)), wanted), 'questions are not numbered', stored),
        ...unless(
          equal(numbers(entries.map(({ data }) => data.number)), wanted),
          'not one entry for each question',
          entries,
        ),
      ];
    }),
    ...unless(elsewhere.length === 0, 'the text of a question left its item', elsewhere),
  ];
}

const numbers = (of: readonly unknown[]): number[] => of.map(Number).sort((a, b) => a - b);
const equal = (left: readonly number[], right: readonly number[]): boolean => left.join() === right.join();
