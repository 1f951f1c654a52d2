/**
 * A chat of the organization, which refuses some posts, and answers others too late or not at all.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { toConfigItem } from '../../src/adapters/dynamodb/config-item';
import type { ChatSetting } from '../../src/service/chat/rules/setting';
import { CHAT } from '../../src/service/receiver/rules';
import { type Base, ORGS } from './base';
import { Callers, requestsOf, SHARED } from './callers';
import { Instance, portsOf } from './instances';
import type { Part } from './part';
import { START_MS } from './start';
import type { World } from './world';

const URL_OF_CHAT = 'https://chat.example.org/hooks/1';

/** What people read of each end. */
const VERDICTS: Readonly<Record<string, string>> = {
  succeeded: 'Approved',
  denied: 'Refused',
  aborted: 'Aborted',
  expired: 'Expired',
};

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
    world.receivers.set(URL_OF_CHAT, ({ body }, fate) => {
      const outcome = fate();
      this.posts.push({
        cause: causeOf(body),
        outcome: outcome.kind === 'answered' ? `${outcome.status}` : 'unknown',
      });
      return outcome;
    });
  }

  async live(): Promise<void> {
    await setChat(this.world);
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
    const owed = this.world.faults.size === 0 ? this.verdicts() : [];
    const missing = owed.filter((cause) => !posts.some((each) => each.cause === cause));
    return [
      ...again.map(({ cause }) => `a chat was told twice: ${cause}`),
      ...missing.map((cause) => `a chat was not told: ${cause}`),
    ];
  }

  came(): string[] {
    return this.posts.some(({ outcome }) => outcome === '200') ? ['a chat was told'] : [];
  }

  /** Without faults, the chat gets every verdict. */
  private verdicts(): string[] {
    return requestsOf(this.world)
      .filter(({ params }) => String(params.n).startsWith(SHARED))
      .map(({ id, state }) => `${id} ${VERDICTS[String(state)] ?? state}`);
  }
}

/** The request and what happened to it, as a reader of the channel sees it. */
function causeOf(body: string): string {
  const text = JSON.parse(body).blocks[0].text.text as string;
  const [, id] = /\/requests\/(req_\w+)/.exec(text) ?? [];
  const expires = text.includes('\nWaiting for ') ? 'Warning' : 'Reminder';
  return `${id} ${text.split(':')[0]!.replace(/^Expires in .*/, expires)}`;
}

async function setChat(world: World): Promise<void> {
  const { secretBox } = portsOf(new Instance('setting', 0));
  const sealedUrl = await secretBox.seal(ORGS.ours, '', new TextEncoder().encode(URL_OF_CHAT));
  const target = { format: 'slack' as const, host: 'chat.example.org', sealedUrl, atMs: START_MS, failing: null };
  const setting: ChatSetting = { org: ORGS.ours, target, revision: 1, journal: [] };
  const Item = toConfigItem('setting', CHAT, setting);
  world.table.run({ constructor: PutCommand, input: { TableName: 'main', Item } });
}
