/** Questions about requests. */

import type { OrgId, RequestId } from '../../protocol/identifiers';
import type { Incident } from '../configuration/rules/items';
import type { Question } from './rules';

export interface QuestionStore {
  /** Oldest first, strongly consistent. */
  of(org: OrgId, request: RequestId): Promise<Question[]>;
  /** Writes the question with its audit entry, or returns `taken` if another question has its number. */
  save(question: Question, entry: Incident): Promise<'saved' | 'taken'>;
}
