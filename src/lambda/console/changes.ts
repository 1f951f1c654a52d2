/** What follows from an approved change of the configuration: the token of an API key, collected once. */

import { type CollectKeyDeps, type CollectRefusal, collectKey } from '../../app/administration/collect-key';
import { notFound, reply } from '../http/answer';
import { parseId } from '../http/ids';
import { type ConsoleCall, type ConsoleHandlers, type ConsoleReply, signedIn } from './caller';
import { keyView } from './keys';
import { conflict } from './problems';

export type ChangesDeps = CollectKeyDeps;

const NO_SUCH_CHANGE = notFound('You have requested no API key under this id.');

export function createChangeHandlers(deps: ChangesDeps): Pick<ConsoleHandlers, 'collectKey'> {
  return { collectKey: (call) => collect(deps, call) };
}

async function collect(deps: ChangesDeps, { principal, path }: ConsoleCall<'collectKey'>): ConsoleReply<'collectKey'> {
  const { org, operator } = await signedIn(principal);
  const id = parseId('request', path.id);
  if (id === null) return NO_SUCH_CHANGE;
  const collected = await collectKey(deps, { org, operator }, id);
  if (!collected.ok) return problemOf(collected.error);
  const { key, token } = collected.value;
  return reply(201, { server_now: deps.clock.nowMs(), key: keyView(key), token });
}

function problemOf({ reason }: CollectRefusal) {
  switch (reason) {
    case 'not_found':
      return NO_SUCH_CHANGE;
    case 'not_approved':
      return conflict('This API key is not approved.');
    case 'collected':
      return conflict('The token of this API key was collected already. If you do not have it, request a new key.');
    case 'too_late':
      return conflict('This API key was approved more than 24 hours ago. Request a new key.');
  }
}
