/** Questions about a request. */

import { assertNever } from '../../protocol/result';
import type { ConfigStore } from '../../service/configuration/ports';
import type { Operator } from '../../service/configuration/rules/items';
import { MAX_QUESTIONS, QUESTIONS_IN_A_WINDOW } from '../../service/question/rules';
import {
  type Asked,
  listQuestions,
  type QuestionsDeps,
  type WriteRefusal,
  writeQuestion,
} from '../../service/question/use-cases';
import { denied, refused, reply } from '../http/answer';
import { NO_SUCH_REQUEST, parseId } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { conflict, tooMany } from './problems';
import { namesOf } from './view';

type QuestionsHandlersDeps = QuestionsDeps & { readonly config: Pick<ConfigStore, 'operators'> };

export function createQuestionHandlers(deps: QuestionsHandlersDeps) {
  return {
    listQuestions: (call) => list(deps, call),
    writeQuestion: (call) => write(deps, call),
  } satisfies Partial<ConsoleHandlers>;
}

async function list(
  deps: QuestionsHandlersDeps,
  { principal, path }: ConsoleCall<'listQuestions'>,
): ConsoleReply<'listQuestions'> {
  const { record } = await signedIn(principal);
  const id = parseId('request', path.id);
  const asked = id === null ? null : await listQuestions(deps, record, id);
  return asked === null ? NO_SUCH_REQUEST : reply(200, await body(deps, record, asked));
}

async function write(
  deps: QuestionsHandlersDeps,
  { principal, path, body: { text } }: ConsoleCall<'writeQuestion'>,
): ConsoleReply<'writeQuestion'> {
  const { record } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_REQUEST;
  const written = await writeQuestion(deps, record, id, text);
  return written.ok ? reply(200, await body(deps, record, written.value)) : problemOf(written.error);
}

const TOO_OFTEN = `You wrote ${QUESTIONS_IN_A_WINDOW} texts within ten minutes. Wait for the seconds in Retry-After.`;

function problemOf(refusal: WriteRefusal) {
  switch (refusal.reason) {
    case 'not_found':
      return NO_SUCH_REQUEST;
    case 'not_concerned':
      return denied(403, 'Only operators of this request, its requester and admins can write here.');
    case 'blank':
      return refused('The text is blank.');
    case 'too_many_questions':
      return refused(`This request has ${MAX_QUESTIONS} questions and answers. No more can be written.`);
    case 'busy':
      return conflict('Others wrote at the same moment. Send it again.');
    case 'too_often':
      return tooMany(TOO_OFTEN, refusal.retryAfterMs);
    default:
      return assertNever(refusal);
  }
}

async function body(deps: QuestionsHandlersDeps & QuestionsDeps, { org }: Operator, asked: Asked) {
  const nameOf = namesOf(await deps.config.operators(org));
  const questions = asked.questions.map(({ number, author, atMs: at, text }) => {
    const is_requester = author === asked.requester;
    return { number, author, author_name: nameOf(author), is_requester, at, text };
  });
  const { isUnanswered: unanswered, mayWrite: may_write } = asked;
  return { server_now: deps.clock.nowMs(), questions, unanswered, may_write };
}
