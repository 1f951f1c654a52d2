/** Posts to chats: which ones are sent, that each is sent once, and what happens if a chat does not accept one. */

import { person } from '../../src/protocol/actor';
import type { RequestId } from '../../src/protocol/identifiers';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { postToChat } from '../../src/service/chat/use-cases/deliver-post';
import { MAIL_WINDOW_MS, type Notice, type NoticeKind, noticesOf } from '../../src/service/notice/rules/notices';
import { rememberedChats, testChat } from '../../src/service/notice/use-cases/chat-settings';
import { POSTS_IN_A_WINDOW } from '../../src/service/notice/use-cases/post-once';
import { tellChat } from '../../src/service/notice/use-cases/tell-chat';
import type { PostOutcome } from '../../src/service/receiver/ports';
import type { Request } from '../../src/service/request/rules/request';
import { aRequest, at, BRAVO, ORG, REQUEST_ID } from '../support/builders';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';
import { answered, DENIED, openMailroom } from '../support/stage';

const room = openedForEach(openMailroom);

const URL = 'https://chat.dev/hook?token=secret';
const set = (url = URL) =>
  makeEdit(
    room.deps,
    { org: ORG, by: person('op_alpha') },
    { kind: 'set_chat', chat: { format: 'slack', url } },
    PERMIT,
  );
const remove = () => makeEdit(room.deps, { org: ORG, by: person('op_bravo') }, { kind: 'remove_chat' }, PERMIT);
const asked = noticesOf(aRequest()).find((notice) => notice.operator === BRAVO)!;
const tell = (kinds: NoticeKind[] = ['asked'], request_id: RequestId = REQUEST_ID) =>
  tellChat(room.deps, { org: ORG, request_id, notices: kinds.map((kind): Notice => ({ ...asked, kind })) });

it('the chat of an organization is told of a request once, however many operators are asked and however often', async () => {
  await set();
  for (let n = 0; n < 2; n++) await tell(['asked', 'asked', 'code_reissued']);
  expect(room.posts).toMatchObject([{ url: URL, headers: { 'content-type': 'application/json' } }]);
  expect(room.posts[0]!.body).toContain('Approval requested');
});

it.each<[string, Request | null, NoticeKind]>([
  ['of a new code', aRequest(), 'code_reissued'],
  ['of a verdict before there is one', aRequest(), 'settled'],
  ['that a decided request waits', DENIED, 'asked'],
  ['to remember a decided request', DENIED, 'reminder'],
  ['to remember a request of which it was warned', { ...aRequest(), reminded: true, warned: true }, 'reminder'],
  ['of a request that is gone', null, 'asked'],
])('a chat is not told %s', async (_, request, kind) => {
  await set();
  if (request !== null) await room.put(request);
  await tell([kind], request === null ? ('req_gone' as RequestId) : REQUEST_ID);
  expect(room.posts).toEqual([]);
});

it('a chat is told the verdict', async () => {
  await set();
  await room.put(DENIED);
  await tell(['settled']);
  expect(room.posts).toHaveLength(1);
});

it('a chat gets thirty posts in a window, one that says that there are more, and then none', async () => {
  await set();
  const next = async (n: number) => {
    await room.put({ ...aRequest(), id: `req_${n}` as RequestId });
    await tell(['asked'], `req_${n}` as RequestId);
  };
  for (let n = 0; n < POSTS_IN_A_WINDOW + 2; n++) await next(n);
  expect(POSTS_IN_A_WINDOW).toBe(30);
  expect(room.posts).toHaveLength(31);
  expect(room.posts[29]!.body).toContain('Approval requested');
  expect(room.posts[30]!.body).toContain('There are many requests');
  const posts = { what: 'posts', of: ORG, windowMs: MAIL_WINDOW_MS } as const;
  expect((await room.deps.counter.count(posts, room.nowMs, 0)).count).toBe(32);
});

it('a chat that is busy gets a post again for five minutes, which does not count against its thirty', async () => {
  await set();
  room.outcome = answered(503);
  // The request was changed at 12:00.
  room.nowMs = at('12:05');
  for (let n = 0; n < 40; n++) await expect(tell()).rejects.toThrow('the chat answered 503; it is tried again');
  room.outcome = answered(200);
  await tell();
  expect(room.posts.at(-1)!.body).toContain('Approval requested');
  expect(room.warned[0]).toEqual([
    'a chat did not take a message',
    { org: ORG, about: REQUEST_ID, cause: '#chat#asked', outcome: 'not_now', status: 503 },
  ]);
});

it.each<[string, PostOutcome, string, object]>([
  ['is busy for longer than five minutes', answered(429), '12:05:00.001', { outcome: 'not_now', status: 429 }],
  ['refuses it', answered(404), '12:01', { outcome: 'refused', status: 404 }],
  ['does not answer', { kind: 'timed_out', error: 'x' }, '12:01', { outcome: 'unknown', status: null }],
  ['has a refused address', { kind: 'refused_address', reason: 'x' }, '12:01', { outcome: 'refused_address' }],
])('a chat gets a post once if it %s', async (_, outcome, time, said) => {
  await set();
  Object.assign(room, { outcome, nowMs: at(time) });
  for (let n = 0; n < 2; n++) await tell();
  expect([room.posts.length, room.warned.map(([, facts]) => facts)]).toMatchObject([1, [said]]);
});

it.each([
  [199, 'refused'],
  [200, 'taken'],
  [299, 'taken'],
  [300, 'refused'],
  [428, 'refused'],
  [429, 'not_now'],
  [499, 'refused'],
  [500, 'not_now'],
])('a chat that answers %i has %s the post', async (status, kind) => {
  await set();
  room.outcome = answered(status);
  const target = await room.deps.chats.of(ORG);
  const post = { heading: 'h', lines: [], link: 'https://x' };
  expect(await postToChat(room.deps, ORG, target!, post)).toEqual({ kind, status });
});

it.each([
  ['12:00:01', true],
  ['12:00', false],
])(
  'a request is compared with those before it: one at %s leaves it the first for its action: %s',
  async (createdAt, isFirst) => {
    await set();
    await room.put({ ...aRequest({ createdAt }), id: 'req_other' as RequestId });
    await tell();
    expect(room.posts[0]!.body.includes('the first request for this action')).toBe(isFirst);
  },
);

it.each([
  ['an error', new RangeError('down'), 'RangeError'],
  ['anything else', 'a text', 'unknown'],
])('a chat is told although reading earlier requests fails with %s, and the log says so', async (_, failure, error) => {
  await set();
  jest.spyOn(room.deps.requests, 'recent').mockRejectedValue(failure);
  await tell();
  expect(room.posts).toHaveLength(1);
  expect(room.warned).toEqual([['earlier requests could not be compared', { request: REQUEST_ID, error }]]);
});

it('an instance that tells of a chat’s edit reads the chats again, and of another edit does not', async () => {
  const chats = rememberedChats(room.deps.chatStore, room.deps.clock);
  const edit = (subject: string) =>
    tellChat({ ...room.deps, chats }, { org: ORG, subject, revision: 1, announced: [] });
  const host = async () => (await chats.of(ORG))?.host;
  expect(await host()).toBeUndefined();
  await set();
  for (const subject of ['key_1', 'chatty']) await edit(subject);
  expect(await host()).toBeUndefined();
  await edit('chat');
  expect(await host()).toBe('chat.dev');
  await remove();
  await edit('chat');
  expect(await host()).toBeUndefined();
});

it('a chat is set, tested and removed, and the audit entries name only its host', async () => {
  const entries = async () => (await room.deps.chatStore.load(ORG))!.journal.flatMap((each) => each.entries);
  const test = () => testChat(room.deps, { org: ORG, by: person('op_alpha') });
  expect(await test()).toEqual({ ok: false, error: { reason: 'no_chat' } });
  expect(await remove()).toMatchObject({ ok: true, value: { target: null, revision: 0 } });
  expect(await set('https://bad.dev/')).toEqual({ ok: false, error: { reason: 'url_refused', why: 'bad' } });
  const sealedUrl = `SETTING#chat#url: ${URL}`;
  const target = { format: 'slack', host: 'chat.dev', sealedUrl, atMs: room.nowMs, failing: null };
  expect(await set()).toMatchObject({ ok: true, value: { target, revision: 1 } });
  const data = { format: 'slack', host: 'chat.dev' };
  const common = { at: room.nowMs, subject: 'chat', data };
  expect(await entries()).toEqual([{ ...common, kind: 'chat.set', ...person('op_alpha') }]);
  expect(await test()).toEqual({ ok: true, value: { kind: 'taken', status: 200 } });
  expect(room.posts[0]!.body).toContain('op_alpha sent this from the console');
  expect(await remove()).toMatchObject({ ok: true, value: { target: null, revision: 2 } });
  expect((await entries()).at(-1)).toEqual({ ...common, kind: 'chat.removed', ...person('op_bravo') });
});
