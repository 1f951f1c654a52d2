/** Questions about requests. */
import type { Incident } from '../../core/configuration/items';
import type { Question } from '../../core/question/question';
import type { OrgId, RequestId } from '../../protocol/identifiers';

export interface QuestionStore {
  /** Oldest first, strongly consistent. */
  of(org: OrgId, request: RequestId): Promise<Question[]>;
  /** Writes the question with its audit entry, or returns `taken` if another question has its number. */
  save(question: Question, entry: Incident): Promise<'saved' | 'taken'>;
}
