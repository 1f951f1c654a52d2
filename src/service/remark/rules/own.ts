/** Remarks that need no other request: of the texts, the people and the ceremony of a request. */
import { unshownDocuments } from '../../../protocol/evidence';
import type { OperatorId } from '../../../protocol/identifiers';
import { holdsUnseen, mixesScripts } from '../../../protocol/visible-text';
import { countedKeys, seatState } from '../../ceremony/rules/standing';
import type { Request } from '../../request/rules/request';
import type { About, Remark } from './remark';

/** `reader`: null in messages, which several people read. */
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
