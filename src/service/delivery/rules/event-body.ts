/** The body of an event, in a post and in the feed (docs/contract.md#the-post; operation listEvents). */
import type { EventType } from '../../../protocol/event-types';
import type { EventId, OrgId } from '../../../protocol/identifiers';
import type { Envelope } from '../../../protocol/sealed-envelope';
import { settle } from '../../ceremony/rules/settle';
import { type RequestObject, renderRequest } from '../../request/rules/render';
import type { Request } from '../../request/rules/request';

export interface EventBody {
  readonly id: EventId;
  readonly type: EventType;
  readonly created_at: string;
  readonly org: OrgId;
  readonly data: { readonly request: RequestObject };
}

export interface NamedEvent {
  readonly org: OrgId;
  readonly id: EventId;
  readonly type: EventType;
  /** The date of the event. */
  readonly atMs: number;
}

/** Contains the request as GET returns it at `nowMs`. Posts have their fields in this order. */
export function renderEvent(
  { org, id, type, atMs }: NamedEvent,
  { request, intent }: { readonly request: Request; readonly intent: Envelope | null },
  nowMs: number,
): EventBody {
  return {
    id,
    type,
    created_at: new Date(atMs).toISOString(),
    org,
    data: { request: renderRequest(settle(request, nowMs).request, intent, nowMs) },
  };
}
