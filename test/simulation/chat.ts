/**
 * A chat of the organization and one of an operator, which refuse some posts, and answer others too late or not at all.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { toConfigItem } from '../../src/adapters/dynamodb/administration/config-item';
import { CHAT, chatName } from '../../src/core/chat/post';
import type { ChatSetting } from '../../src/core/chat/setting';
import { isAuthorized, isOpen, type Request } from '../../src/core/request/request';
import type { OperatorId } from '../../src/protocol/identifiers';
import { type Base, ORGS } from './base';
import { Callers, requestsOf, SHARED } from './callers';
import { isAnyoneDisabled } from './edits';
import { Instance, portsOf } from './instances';
import type { Part } from './part';
import { START_MS } from './start';
import type { World } from './world';

const URL_OF_CHAT = 'https://chat.example.org/hooks/1';
const URL_OF_BRAVO = 'https://chat.example.org/hooks/bravo';
const BRAVO = 'op_bravo' as OperatorId;

interface Told {
  readonly cause: string;
  readonly outcome: string;
}

export class Chat implements Part {
  readonly posts: Told[] = [];
  private readonly callers: Callers;

  constructor(
    private readonly world: World,
    base: Base,
    private readonly requests = 1,
  ) {
    this.callers = new Callers(world, base);
    for (const url of [URL_OF_CHAT, URL_OF_BRAVO]) {
      world.receivers.set(url, ({ body }, fate) => {
        const outcome = fate();
        this.posts.push({
          cause: causeOf(url, body),
          outcome: outcome.kind === 'answered' ? `${outcome.status}` : 'unknown',
        });
        return outcome;
      });
    }
  }

  async live(): Promise<void> {
    await setChat(this.world, CHAT, URL_OF_CHAT);
    await setChat(this.world, chatName(BRAVO), URL_OF_BRAVO, BRAVO);
    await Promise.all(Array.from({ length: this.requests }, (_, n) => this.callers.decideShared(n)));
  }

  violations(): string[] {
    const { posts } = this;
    // Only 503 means that the chat did not take the post. After any other outcome, it must not be posted again.
    const again = posts.filter(
      ({ cause }, at) =>
        // Two questions about one request cannot be distinguished here.
        !cause.includes('question') &&
        posts.slice(0, at).some((before) => before.cause === cause && before.outcome !== '503'),
    );
    const owed = this.world.faults.size === 0 && !isAnyoneDisabled(this.world) ? this.verdicts() : [];
    const missing = owed.filter((cause) => !posts.some((each) => each.cause === cause));
    return [
      ...again.map(({ cause }) => `a chat was told twice: ${cause}`),
      ...missing.map((cause) => `a chat was not told: ${cause}`),
    ];
  }

  came(): string[] {
    return this.posts.some(({ outcome }) => outcome === '200') ? ['a chat was told'] : [];
  }

  /** Without faults, the organization's chat gets every verdict, and the operator's those of requests that the operator acted on. */
  private verdicts(): string[] {
    return requestsOf(this.world)
      .filter(({ params }) => String(params.n).startsWith(SHARED))
      .flatMap((request) => {
        const { id, state } = request;
        const word = state === 'succeeded' ? 'authorized' : state;
        const told = `${id} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
        return hasActed(request, BRAVO) ? [told, `${told} to op_bravo`] : [told];
      });
  }
}

function hasActed(request: Request, operator: OperatorId): boolean {
  if (isOpen(request)) return false;
  const turned = isAuthorized(request) ? request.approvers : (request.turned ?? []);
  return [...turned, ...request.decidedBy, request.requester].includes(operator);
}

/** The request and what happened to it, as a reader of the channel sees it. */
function causeOf(url: string, body: string): string {
  const text = JSON.parse(body).blocks[0].text.text as string;
  const [, id] = /\/requests\/(req_\w+)/.exec(text) ?? [];
  const expires = text.includes('\nWaiting for ') ? 'Warning' : 'Reminder';
  const to = url === URL_OF_BRAVO ? ' to op_bravo' : '';
  return `${id} ${text.split(':')[0]!.replace(/^Expires in .*/, expires)}${to}`;
}

async function setChat(world: World, name: string, url: string, operator?: OperatorId): Promise<void> {
  const instance = new Instance('setting', 0);
  const { secretBox } = portsOf(instance);
  const sealedUrl = await secretBox.seal(ORGS.ours, '', new TextEncoder().encode(url));
  const target = { format: 'slack' as const, host: 'chat.example.org', sealedUrl, atMs: START_MS };
  const setting: ChatSetting =
    operator === undefined
      ? { org: ORGS.ours, target, revision: 1, journal: [] }
      : { org: ORGS.ours, operator, target: { ...target, accessEpoch: 0 }, revision: 1, journal: [] };
  const Item = toConfigItem('setting', name, setting);
  world.table.run({ constructor: PutCommand, input: { TableName: 'main', Item } });
}
