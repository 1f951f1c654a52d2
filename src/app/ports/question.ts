/** Questions about requests. */
import type { Incident } from '../../core/administration/config';
import type { Question } from '../../core/question/question';
import type { OperatorId, OrgId, RequestId } from '../../protocol/identifiers';

export interface QuestionStore {
  /** Oldest first, strongly consistent. */
  of(org: OrgId, request: RequestId): Promise<Question[]>;
  /** Writes the question with its audit entry, or returns `taken` if another question has its number. */
  save(question: Question, entry: Incident): Promise<'saved' | 'taken'>;
  /** Counts one more text of the operator in the current window. */
  count(
    org: OrgId,
    operator: OperatorId,
    nowMs: number,
  ): Promise<{ readonly count: number; readonly endsAtMs: number }>;
}
