/**
 * What people should read before they decide about a request, as facts, and the remarks that need no other request.
 * `words.ts` says them (docs/design.md#remarks).
 */

import { unshownDocuments } from '../../../protocol/evidence';
import type { OperatorId, RequestId } from '../../../protocol/identifiers';
import { holdsUnseen, mixesScripts } from '../../../protocol/visible-text';
import { countedKeys, seatState } from '../../ceremony/rules/requirements';
import type { Request } from '../../request/rules/request';

interface OfParam {
  readonly about: { readonly param: string };
}
interface OfOperator {
  readonly about: { readonly operator: OperatorId };
}
/** A param, an operator, or another text of the request. */
export type About = OfParam['about'] | OfOperator['about'] | 'summary' | 'action';

/** The value of a param, and the request that has it, by whose display it is shown. */
export interface Known {
  readonly value: string;
  readonly request: Request;
}

/** What people did to a request, so that the same operation is worth a second look. They stop what was approved. */
export type Rejection = 'denied' | 'aborted' | 'stopped';
/** The limit that ended a search for approved requests: of loaded requests, or of entries of the index. */
export type SearchLimit = 'loaded' | 'entries';

/** `of`: with how many approved requests, or their values, it was compared. */
export type Remark = Readonly<
  /** `times`: how many times the highest approved value it is, rounded down; 0 if that is not above zero. */
  | ({ kind: 'far_above' | 'above'; times: number; known: Known } & OfParam)
  /** Compared by size, with no approved value to compare it with. */
  | ({ kind: 'large_number'; known: Known } & OfParam)
  /** `bySize`: it is compared by size, so nothing can be said about how large it is. */
  | ({ kind: 'no_number'; bySize: boolean } & OfParam)
  | ({ kind: 'new_value' | 'new_param'; of: number } & OfParam)
  | ({ kind: 'new_requester'; of: number } & OfOperator)
  | { kind: 'rejected_before'; how: Rejection }
  | { kind: 'call_used_before'; first: RequestId }
  /** The names of documents that the display does not declare. */
  | { kind: 'unshown_documents'; names: readonly string[] }
  | { kind: 'unseen_characters' | 'mixed_alphabets'; about: About }
  | ({ kind: 'seat_locked' | 'seat_out' } & OfOperator)
  | ({ kind: 'new_code'; times: number } & OfOperator)
  | { kind: 'round'; round: number }
  | { kind: 'more_keys' | 'in_your_name' }
  /** Always there if earlier requests were read, so that nobody takes silence for a comparison. */
  | { kind: 'compared'; approved: number; isFirst: boolean; limit: SearchLimit | null; isCalm: boolean }
  | { kind: 'not_read' }
>;
export type Kind = Remark['kind'];
export type RemarkOf<K extends Kind, R = Remark> = R extends { readonly kind: infer Of }
  ? K extends Of
    ? R
    : never
  : never;

/**
 * Remarks that need no other request: of the texts, the people and the ceremony of a request. `reader`: null in
 * messages, which several people read.
 */
export function ownRemarks(request: Request, reader: OperatorId | null): Remark[] {
  const remarks = [...ofTexts(request), ...ofDocuments(request), ...ofSeats(request)];
  if (request.requester === reader) remarks.push({ kind: 'in_your_name' });
  if (request.round > 1) remarks.push({ kind: 'round', round: request.round });
  return remarks;
}

function ofTexts({ params, summary, action }: Request): Remark[] {
  const named = Object.entries(params).map(([param, value]): [About, ...string[]] => [{ param }, param, value]);
  const texts: [About, ...string[]][] = [...named, ['summary', summary ?? ''], ['action', action]];
  return texts.flatMap(([about, ...parts]) => [
    ...(parts.some(holdsUnseen) ? [{ kind: 'unseen_characters', about } as const] : []),
    ...(parts.some(mixesScripts) ? [{ kind: 'mixed_alphabets', about } as const] : []),
  ]);
}

function ofDocuments({ params, policy }: Request): Remark[] {
  const names = unshownDocuments(policy.evidence ?? [], params);
  return names.length === 0 ? [] : [{ kind: 'unshown_documents', names }];
}

function ofSeats(request: Request): Remark[] {
  const turned = countedKeys(request);
  return request.seats.flatMap((seat): Remark[] => {
    const [about, state] = [{ operator: seat.operator }, seatState(request, seat, turned)];
    if (state === 'locked') return [{ kind: 'seat_locked', about }];
    if (state === 'out') return [{ kind: 'seat_out', about }];
    return seat.issue === 0 ? [] : [{ kind: 'new_code', about, times: seat.issue }];
  });
}
