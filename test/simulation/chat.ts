/**
 * One schedule with a chat of the organization and one of an operator: requests that are decided in a world where things go wrong, and
 * chats that refuse some posts, and answer others too late or not at all.
 */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { toConfigItem } from '../../src/adapters/dynamodb/administration/config-item';
import { CHAT, chatName } from '../../src/core/chat/post';
import type { ChatSetting } from '../../src/core/chat/setting';
import type { OperatorId } from '../../src/protocol/identifiers';
import { type Base, ORGS } from './base';
import { decideOne } from './feed';
import { type Deployment, Instance, portsOf } from './instances';
import { START_MS, World, type WorldOptions } from './world';

const REQUESTS = 5;
const URL_OF_CHAT = 'https://chat.example.org/hooks/1';
const URL_OF_BRAVO = 'https://chat.example.org/hooks/bravo';
const BRAVO = 'op_bravo' as OperatorId;

export interface Chatted {
  readonly violations: readonly string[];
  /** Posts that the chat accepted, and those that it did not. */
  readonly accepted: number;
  readonly refused: number;
  readonly faults: number;
}

export async function runChat(
  base: Base,
  deployment: Deployment,
  seed: number,
  options: WorldOptions = {},
): Promise<Chatted> {
  const world = new World(base.store, deployment, seed, options);
  await setChat(world, CHAT, URL_OF_CHAT);
  await setChat(world, chatName(BRAVO), URL_OF_BRAVO, BRAVO);
  const posts: { readonly cause: string; readonly outcome: string }[] = [];
  const post = world.post.bind(world);
  world.post = async (instance, outgoing) => {
    const outcome = await post(instance, outgoing);
    posts.push({
      cause: causeOf(outgoing.url, outgoing.body),
      outcome: outcome.kind === 'answered' ? `${outcome.status}` : 'unknown',
    });
    return outcome;
  };
  try {
    await world.run(Promise.all(Array.from({ length: REQUESTS }, (_, n) => decideOne(world, base, n))));
  } catch (error) {
    return { violations: [`${error instanceof Error ? error.message : error}`], accepted: 0, refused: 0, faults: 0 };
  }
  // After an answer that ends it, or none, the chat may have the post: it is not posted again.
  const again = posts.filter(({ cause }, at) =>
    posts.slice(0, at).some((before) => before.cause === cause && before.outcome !== '503'),
  );
  const faults = [...world.faults.values()].reduce((sum, count) => sum + count, 0);
  const owed = faults === 0 ? verdictsOf(world) : [];
  const missing = owed.filter((cause) => !posts.some((each) => each.cause === cause));
  return {
    violations: [
      ...again.map(({ cause }) => `a chat was told twice: ${cause}`),
      ...missing.map((cause) => `a chat was not told: ${cause}`),
    ],
    accepted: posts.filter(({ outcome }) => outcome === '200').length,
    refused: posts.filter(({ outcome }) => outcome !== '200').length,
    faults,
  };
}

/** Which request, and what about it: as a reader of the channel sees it. */
function causeOf(url: string, body: string): string {
  const text = JSON.parse(body).blocks[0].text.text as string;
  const [, id] = /\/requests\/(req_\w+)/.exec(text) ?? [];
  const expires = text.includes('\nWaiting for ') ? 'Warning' : 'Reminder';
  const to = url === URL_OF_BRAVO ? ' to op_bravo' : '';
  return `${id} ${text.split(':')[0]!.replace(/^Expires in .*/, expires)}${to}`;
}

/** Where nothing went wrong, the chats were told of each verdict: the operator has a seat in all of them. */
function verdictsOf(world: World): string[] {
  return world.table
    .items()
    .filter(({ sk, pk }) => sk === 'REQUEST' && String(pk).startsWith(ORGS.ours))
    .flatMap(({ pk, state }) => {
      const word = String(state) === 'succeeded' ? 'authorized' : String(state);
      const told = `${String(pk).split('#').at(-1)} ${word.charAt(0).toUpperCase()}${word.slice(1)}`;
      return [told, `${told} to op_bravo`];
    });
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
