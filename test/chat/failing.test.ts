/** What happens when a post to a chat is given up: an entry until the chat takes a post again. */

import { person } from '../../src/protocol/actor';
import type { OrgId, RequestId } from '../../src/protocol/identifiers';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { type ChatTarget, judgedTarget } from '../../src/service/chat/rules/setting';
import { judgeChat } from '../../src/service/chat/use-cases/judge-chat';
import { noticesOf } from '../../src/service/notice/rules/notices';
import { testChat } from '../../src/service/notice/use-cases/chat-settings';
import { tellChat, tellChatOfQuestion } from '../../src/service/notice/use-cases/tell-chat';
import type { PostOutcome } from '../../src/service/receiver/ports';
import { CHAT, type GivenUp } from '../../src/service/receiver/rules';
import { aRequest, at, ORG } from '../support/builders';
import { openedForEach } from '../support/opened';
import { PERMIT } from '../support/permit';
import { answered, openMailroom } from '../support/stage';

const room = openedForEach(openMailroom);

const set = () =>
  makeEdit(
    room.deps,
    { org: ORG, by: person('op_alpha') },
    { kind: 'set_chat', chat: { format: 'slack', url: 'https://chat.dev/hook' } },
    PERMIT,
  );
let made = 0;
/** A new request, of which the chat is told at this time. */
const tell = async (outcome: PostOutcome, time = '12:10') => {
  Object.assign(room, { outcome, nowMs: at(time) });
  const request = { ...aRequest(), id: `req_${++made}` as RequestId };
  await room.put(request);
  await tellChat(room.deps, { org: ORG, request_id: request.id, notices: noticesOf(request) });
};
/** What the function behind the timers does with the item that is due. */
const judge = async (org: OrgId = ORG) => {
  const due = await room.dueOf('health');
  for (const { id, dueAtMs } of due) {
    expect(id).toBe(CHAT);
    await judgeChat(room.deps, { org, id: CHAT, dueAtMs });
  }
  return due.length;
};
const entries = async () =>
  (await room.deps.chatStore.load(ORG))!.journal
    .flatMap((each) => each.entries)
    .filter(({ kind }) => kind !== 'chat.set')
    .map(({ kind, data }) => ({ kind, ...data }));
const failing = async () => (await room.deps.chatStore.load(ORG))!.target!.failing;
const ABOUT = { format: 'slack', host: 'chat.dev' };

it('a chat that takes every post has no report and no entry', async () => {
  await set();
  await tell(answered(204));
  expect([await judge(), await entries(), await failing()]).toEqual([0, [], null]);
});

it.each<[string, PostOutcome, string, Omit<GivenUp, 'atMs'>]>([
  ['refused with 400', answered(400), '12:01', { kind: 'refused', status: 400 }],
  ['redirected', answered(302), '12:01', { kind: 'refused', status: 302 }],
  ['answered 503 until five minutes have passed', answered(503), '12:05:00.001', { kind: 'not_now', status: 503 }],
  ['answered 429 until five minutes have passed', answered(429), '12:06', { kind: 'not_now', status: 429 }],
  ['not answered', { kind: 'timed_out', error: 'x' }, '12:01', { kind: 'unknown', status: null }],
  ['unreachable', { kind: 'unreachable', error: 'x' }, '12:01', { kind: 'unknown', status: null }],
  [
    'at a refused address',
    { kind: 'refused_address', reason: 'x' },
    '12:01',
    { kind: 'refused_address', status: null },
  ],
])('a post that is %s is an audit entry, once until the chat takes a post', async (_, outcome, time, found) => {
  room.nowMs = at('12:00');
  await set();
  await tell(outcome, time);
  expect(await judge()).toBe(1);
  expect(await failing()).toEqual({ ...found, atMs: at(time) });
  const once = { kind: 'chat.failing', ...ABOUT, outcome: found.kind, status: found.status };
  expect(await entries()).toEqual([once]);
  // Another post that is given up adds none, a second time neither.
  await tell(outcome, '12:20');
  await judge();
  expect([await entries(), (await failing())!.atMs]).toEqual([[once], at(time)]);
  await tell(answered(200), '12:21');
  await judge();
  expect([await entries(), await failing()]).toEqual([[once, { kind: 'chat.working', ...ABOUT }], null]);
  await tell(outcome, '12:22');
  await judge();
  expect((await entries()).map(({ kind }) => kind)).toEqual(['chat.failing', 'chat.working', 'chat.failing']);
});

it('a post that a chat takes at a later attempt is not given up', async () => {
  await set();
  await expect(tell(answered(503), '12:05')).rejects.toThrow('it is tried again');
  expect([await judge(), await entries()]).toEqual([0, []]);
});

it('a test message that arrives shows that a chat works again, and one that does not is no entry', async () => {
  await set();
  room.outcome = answered(404);
  await testChat(room.deps, { org: ORG, by: person('op_alpha') });
  expect(await judge()).toBe(0);
  await tell(answered(404), '12:11');
  await judge();
  Object.assign(room, { outcome: answered(200), nowMs: at('12:12') });
  await testChat(room.deps, { org: ORG, by: person('op_alpha') });
  await judge();
  expect([(await entries()).map(({ kind }) => kind), await failing()]).toEqual([
    ['chat.failing', 'chat.working'],
    null,
  ]);
});

it('a new URL is not failing, and a post to the URL before it that is given up late does not say so', async () => {
  await set();
  await tell(answered(404), '12:11');
  room.nowMs = at('12:12');
  await set();
  await judge();
  expect([await failing(), await entries()]).toEqual([null, []]);
});

it('a post about a question is posted again while the chat is busy, and is an entry when it is given up', async () => {
  await set();
  const asked = { at: at('12:10'), kind: 'question.asked', subject: 'req_q', ...person('op_bravo'), data: {} };
  const ask = (time: string) => {
    room.nowMs = at(time);
    return tellChatOfQuestion(room.deps, { org: ORG, subject: 'q', revision: 1, announced: [asked] } as never);
  };
  room.outcome = answered(503);
  await expect(ask('12:15')).rejects.toThrow('it is tried again');
  expect(await judge()).toBe(0);
  await ask('12:15:00.001');
  await judge();
  expect(room.posts).toHaveLength(2);
  expect(await entries()).toEqual([{ kind: 'chat.failing', ...ABOUT, outcome: 'not_now', status: 503 }]);
});

it('a chat is told although what was found cannot be reported, and the log says so', async () => {
  await set();
  jest.spyOn(room.deps.health, 'report').mockRejectedValue(new RangeError('down'));
  await tell(answered(404));
  expect(room.warned.at(-1)).toEqual([
    'what a post found about its chat was not noted',
    { org: ORG, error: 'RangeError' },
  ]);
});

it('a chat that was removed before it is judged has no entry', async () => {
  await set();
  await tell(answered(404));
  await makeEdit(room.deps, { org: ORG, by: person('op_alpha') }, { kind: 'remove_chat' }, PERMIT);
  expect([await judge(), (await entries()).map(({ kind }) => kind)]).toEqual([1, ['chat.removed']]);
});

describe('a chat is judged by the last reports', () => {
  const target = (failingAt: number | null): ChatTarget => ({
    ...{ format: 'slack', host: 'chat.dev', sealedUrl: 's', atMs: 100 },
    failing: failingAt === null ? null : { kind: 'refused', status: 400, atMs: failingAt },
  });
  it.each<[string, number | null, number | null, number | null, number | null]>([
    ['a post was given up', null, 101, null, 101],
    ['a post was given up when the URL was set', null, 100, null, null],
    ['a post was given up after a success', null, 102, 101, 102],
    ['a post was given up in the moment of a success', null, 101, 101, null],
    ['a post was given up before a success', null, 101, 102, null],
    ['nothing was', null, null, null, null],
    ['another post was given up', 101, 103, null, 101],
    ['a post was taken', 101, 101, 102, null],
    ['a post was taken in the moment of the failure', 101, 101, 101, 101],
    ['a post was taken before', 101, 101, 100, 101],
  ])('where %s', (_, failingAt, givenUpAt, succeededAtMs, expected) => {
    const givenUp = givenUpAt === null ? null : ({ kind: 'refused', status: 400, atMs: givenUpAt } as const);
    expect(judgedTarget(target(failingAt), { givenUp, succeededAtMs }).failing?.atMs ?? null).toBe(expected);
  });
});
