/** Questions to the requester of a request, and the answers (docs/design.md#questions). */

import { taggedHashHex } from '../../protocol/hash';
import type { RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import type { Counter } from '../access/ports';
import { incident, type Operator } from '../configuration/rules/items';
import type { RequestStore } from '../request/ports';
import type { Clock } from '../system/ports';
import type { QuestionStore } from './ports';
import {
  isUnanswered,
  mayWrite,
  nextQuestion,
  QUESTION_WINDOW_MS,
  QUESTIONS_IN_A_WINDOW,
  type Question,
  type QuestionRefusal,
  questionEntry,
} from './rules';

export interface QuestionsDeps {
  readonly clock: Clock;
  readonly requests: Pick<RequestStore, 'load'>;
  readonly questions: QuestionStore;
  readonly counter: Counter;
}

export interface Asked {
  readonly questions: readonly Question[];
  readonly requester: Operator['id'];
  /** Whether the requester has not answered yet. */
  readonly isUnanswered: boolean;
  /** Whether the reader may write. */
  readonly mayWrite: boolean;
}

export type WriteRefusal =
  | QuestionRefusal
  | { readonly reason: 'not_found' }
  | { readonly reason: 'too_often'; readonly retryAfterMs: number }
  | { readonly reason: 'busy' };

export async function listQuestions(deps: QuestionsDeps, reader: Operator, id: RequestId): Promise<Asked | null> {
  const [loaded, questions] = await Promise.all([
    deps.requests.load(reader.org, id),
    deps.questions.of(reader.org, id),
  ]);
  if (loaded === null) return null;
  const { requester } = loaded.request;
  return {
    questions,
    requester,
    isUnanswered: isUnanswered(questions, requester),
    mayWrite: mayWrite(loaded.request, reader),
  };
}

/** People who write at the same moment want the same number. After this many lost races, the writer is asked to retry. */
const ATTEMPTS = 5;

export async function writeQuestion(
  deps: QuestionsDeps,
  author: Operator,
  id: RequestId,
  text: string,
): Promise<Result<Asked, WriteRefusal>> {
  const loaded = await deps.requests.load(author.org, id);
  if (loaded === null) return err({ reason: 'not_found' });
  const { request } = loaded;
  const atMs = deps.clock.nowMs();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const earlier = await deps.questions.of(author.org, id);
    const next = nextQuestion(request, earlier, author, { text, atMs });
    if (!next.ok) return next;
    if (attempt === 0) {
      const limited = { what: 'questions', of: `${author.org}#${author.id}`, windowMs: QUESTION_WINDOW_MS } as const;
      const { count, endsAtMs } = await deps.counter.count(limited, atMs);
      if (count > QUESTIONS_IN_A_WINDOW) return err({ reason: 'too_often', retryAfterMs: endsAtMs - atMs });
    }
    if ((await deps.questions.save(next.value, noteOf(next.value, earlier, request.requester))) === 'saved') {
      const questions = [...earlier, next.value];
      const { requester } = request;
      return ok({ questions, requester, isUnanswered: isUnanswered(questions, requester), mayWrite: true });
    }
  }
  return err({ reason: 'busy' });
}

/** The digest is bound to the request and the number, so that equal texts have different digests. */
function noteOf(question: Question, earlier: readonly Question[], requester: Operator['id']) {
  const { org, requestId, number, author, text } = question;
  const digest = taggedHashHex('service.question.v1', requestId, String(number), author, text);
  return incident(org, `question_${requestId}_${number}`, questionEntry(question, earlier, requester, digest));
}
