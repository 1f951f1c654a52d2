/** What the page of a request shows beside it, in the answer for the request: the page starts with one call instead of six. */

import type { components } from '../../../generated/console';
import { LIMITS } from '../../../generated/limits';
import { endpointName, receiverText } from '../../protocol/shown/receivers';
import type { Piece } from '../../protocol/words';
import type { ConfigStore } from '../../service/configuration/ports';
import { ADMIN_ACTION } from '../../service/request/rules/administrative';
import { parseId } from '../http/ids';
import type { DeepReadonly } from '../http/typed';
import { type Caller, type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';

type Schemas = components['schemas'];
type View = DeepReadonly<Schemas['RequestViewAnswer']>;
type Parts = DeepReadonly<Schemas['RequestPage']>;
type Named = Parts['names'][number];

export interface RequestPageDeps {
  readonly config: Pick<ConfigStore, 'operators' | 'groups' | 'apiKey' | 'endpoint'>;
}

/** Each part is what its own operation answers. A part that this answer does not have is read by the page. */
export function withPage(deps: RequestPageDeps, handlers: ConsoleHandlers) {
  return async (call: ConsoleCall<'getRequestView'>): ConsoleReply<'getRequestView'> => {
    const viewed = await handlers.getRequestView(call);
    if (call.query.page !== true || viewed.status !== 200) return viewed;
    const caller = await signedIn(call.principal);
    const page = await partsOf(deps, handlers, call, caller, viewed.body);
    return page === null ? viewed : { ...viewed, body: { ...viewed.body, page } };
  };
}

async function partsOf(
  deps: RequestPageDeps,
  handlers: ConsoleHandlers,
  { path, query: _, ...call }: ConsoleCall<'getRequestView'>,
  caller: Caller & { readonly record: { readonly role: string } },
  { request, view }: View,
): Promise<Parts | null> {
  const isAdmin = caller.record.role === 'admin';
  const isChange = request.action === ADMIN_ACTION;
  const query = { limit: LIMITS.pageSize.max };
  const [questions, history, deliveries, action, change, operators, groups] = await Promise.all([
    handlers.listQuestions({ ...call, path, query: {} }),
    handlers.requestHistory({ ...call, path, query }),
    // The router lets only admins call this one.
    isAdmin && view.decided !== null ? handlers.requestDeliveries({ ...call, path, query }) : null,
    isChange ? null : handlers.getAction({ ...call, path: { id: request.action }, query: {} }),
    isChange ? handlers.getChange({ ...call, path, query: {} }) : null,
    deps.config.operators(caller.org),
    isChange ? deps.config.groups(caller.org) : [],
  ]);
  if (questions.status !== 200 || history.status !== 200) return null;
  const read = {
    questions: questions.body,
    history: history.body,
    deliveries: deliveries?.status === 200 ? deliveries.body : null,
    action: action?.status === 200 ? action.body : null,
    change: change?.status === 200 ? change.body.change : null,
  };
  const mentioned = isAdmin ? await namesIn(deps, caller, read) : [];
  return { ...read, names: [...[...operators, ...groups].map(({ id, name }) => ({ id, name })), ...mentioned] };
}

/** Other operators cannot list API keys and endpoints. */
async function namesIn({ config }: RequestPageDeps, { org }: Caller, { history, deliveries }: Omit<Parts, 'names'>) {
  const references = history.entries.flatMap(({ told }) =>
    [told.who, ...told.what, ...told.detail].filter(isReference),
  );
  const idsOf = (kind: string) => references.filter((each) => each.kind === kind).map(({ id }) => id);
  const keys = new Set(idsOf('key'));
  const receivers = deliveries?.deliveries.map(({ receiver }) => receiver) ?? [];
  const endpoints = new Set([...idsOf('endpoint'), ...receivers.filter((id) => receiverText(id) === null)]);
  const named = await Promise.all([
    ...[...keys].map((text) => {
      const id = parseId('key', text);
      return id === null ? null : config.apiKey(org, id);
    }),
    ...[...endpoints].map(async (text) => {
      const id = parseId('endpoint', text);
      const found = id === null ? null : await config.endpoint(org, id);
      return found === null ? null : { id: found.id, name: endpointName(found) };
    }),
  ]);
  return named.flatMap((each): Named[] => (each === null ? [] : [{ id: each.id, name: each.name }]));
}

type Reference = Exclude<Piece, string | { readonly at: number }>;

const isReference = (piece: DeepReadonly<Piece> | null): piece is Reference =>
  piece !== null && typeof piece === 'object' && 'kind' in piece;
