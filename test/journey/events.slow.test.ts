/** A consumer that is killed while it follows the feed gets every event exactly once (docs/decisions/events-feed.md). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aFolder } from '../support/folder';
import { linesOf } from '../support/follower';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';
import { seededRandom } from '../support/simulated-time';
import { TYPESCRIPT } from '../support/typescript';

const ROOT = join(__dirname, '../..');
const LIVES = 4;
const REQUESTS = 32;

describe('a consumer that follows the feed', () => {
  const folder = aFolder();
  const file = join(folder, 'events.ndjson');
  let consumer: ChildProcess | null = null;
  const receiver = openedOnce(openReceiver);
  const house = openedOnce(() => openHouse({ memory: true }));
  afterAll(() => consumer?.kill('SIGKILL'));

  const start = (...count: string[]) => {
    const args = [...TYPESCRIPT, 'test/support/follower.ts', house.url, house.running.demo.keys.reader, file, ...count];
    consumer = spawn(process.execPath, args, { cwd: ROOT, stdio: 'ignore' });
    return consumer;
  };
  const handled = () => linesOf(file).flatMap(({ id }) => (id === null ? [] : [id]));
  const until = async (count: number) => {
    while (handled().length < count) await sleep(5);
  };
  const decideSome = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { id } = (await house.propose({ callback_url: receiver.url })).body.request;
      await house.refuse('op_bravo', id);
    }
    await house.messages('op_alpha');
  };

  it('a consumer gets every event from the feed once and in order, although it is killed repeatedly', async () => {
    const random = seededRandom(21);
    const inOneLife = REQUESTS / LIVES;
    for (let life = 1; life <= LIVES; life++) {
      await decideSome(inOneLife);
      // It is killed in the middle of a page: the rest is for the next one.
      const count = 1 + Math.floor(random() * inOneLife * 0.7);
      const child = start(String(count));
      await until(handled().length + count);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(handled().length).toBeLessThan(REQUESTS);
    start();
    await until(REQUESTS);
    const feed = (await house.v1('reader', 'GET', '/v1/events?limit=100')).body.events.map(
      ({ id }: { id: string }) => id,
    );
    expect(handled()).toEqual(feed);
    expect([...handled()].sort()).toEqual(receiver.posts.map(({ json }) => json.id as string).sort());
  }, 30_000);
});
