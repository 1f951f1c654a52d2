/**
 * Questions about a request and their answers. They decide nothing: no event, signature or `/v1` answer has anything of
 * them, and the audit chain has only the digest of each text.
 */

import { person } from '../../protocol/actor';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';
import { err, ok, type Result } from '../../protocol/result';
import { isBlank } from '../../protocol/visible-text';
import { named, said } from '../../protocol/words';
import { type EntryWords, entryIn, type PendingEntry } from '../audit/rules/chain';
import { eligible } from '../ceremony/rules/requirements';
import type { Operator } from '../configuration/rules/items';
import type { Request } from '../request/rules/request';

export interface Question {
  readonly org: OrgId;
  readonly requestId: RequestId;
  /** 1-based, without gaps. */
  readonly number: number;
  readonly author: OperatorId;
  readonly atMs: number;
  readonly text: string;
}

export const MAX_QUESTIONS = 50;
/** How many questions and answers an operator may write in ten minutes. */
export const QUESTIONS_IN_A_WINDOW = 20;
export const QUESTION_WINDOW_MS = 10 * 60_000;

export type QuestionRefusal =
  | { readonly reason: 'not_concerned' }
  | { readonly reason: 'blank' }
  | { readonly reason: 'too_many_questions' };

/** Operators of the request, its requester and admins write. */
export function mayWrite(request: Request, { id, role }: Pick<Operator, 'id' | 'role'>): boolean {
  return role === 'admin' || id === request.requester || eligible(request).includes(id);
}

export function nextQuestion(
  request: Request,
  earlier: readonly Question[],
  author: Pick<Operator, 'id' | 'role'>,
  { text, atMs }: Pick<Question, 'text' | 'atMs'>,
): Result<Question, QuestionRefusal> {
  if (!mayWrite(request, author)) return err({ reason: 'not_concerned' });
  if (isBlank(text)) return err({ reason: 'blank' });
  if (earlier.length >= MAX_QUESTIONS) return err({ reason: 'too_many_questions' });
  const { org, id: requestId } = request;
  return ok({ org, requestId, number: earlier.length + 1, author: author.id, atMs, text });
}

/** The requester has written nothing since the last question of somebody else. */
export function isUnanswered(questions: readonly Question[], requester: OperatorId): boolean {
  const last = questions.at(-1);
  return last !== undefined && last.author !== requester;
}

export const QUESTION_ENTRIES = {
  'question.asked': {
    audience: 'named',
    deed: 'Written',
    title: 'A question about your request',
    told: ({ actor, subject }) =>
      said`${named('operator', actor)} asks you something about the request ${subject}. Only the console shows the question.`,
  },
  'question.answered': {
    audience: 'named',
    deed: 'Written',
    title: 'Your question was answered',
    told: ({ actor, subject }) =>
      said`${named('operator', actor)} answered below the request ${subject}. Only the console shows the answer.`,
  },
} as const satisfies Readonly<Record<string, EntryWords>>;

const ASKED = 'question.asked';
const ANSWERED = 'question.answered';

export const isAboutQuestion = ({ kind }: Pick<PendingEntry, 'kind'>): boolean => kind === ASKED || kind === ANSWERED;

/**
 * The entry has the digest of the text and never the text. It names those who are told: the requester of a question, and
 * for an answer everybody who has asked.
 */
export function questionEntry(
  question: Question,
  earlier: readonly Question[],
  requester: OperatorId,
  digest: string,
): PendingEntry {
  const { author, number, requestId, atMs } = question;
  const isAnswer = author === requester;
  const askers = new Set(earlier.map((each) => each.author).filter((each) => each !== requester));
  const tell = isAnswer ? [...askers] : [requester];
  const data = { number, digest: `sha256:${digest}`, tell };
  return entryIn(QUESTION_ENTRIES)(atMs, isAnswer ? ANSWERED : ASKED, requestId, person(author), data);
}
