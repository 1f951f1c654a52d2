/**
 * Reads the display under which a request was created, and renders its lines. Versions of policies are kept, so a
 * display can always be read again.
 */

import type { Display } from '../../../protocol/display/display';
import type { Shown } from '../../../protocol/display/render';
import type { ConfigStore } from '../../configuration/ports';
import type { Request } from '../../request/rules/request';
import { shownOf } from '../../request/rules/shown';

type Versions = Pick<ConfigStore, 'actionVersion'>;

/** Null if the request's policy version has none. Then nothing is read. */
export async function displayOf(config: Versions, request: Request): Promise<Display | null> {
  const { org, action, policy, digests } = request;
  if (digests === null) return null;
  return (await config.actionVersion(org, action, policy.version))?.display ?? missing(request);
}

function missing({ id }: Request): never {
  throw new Error(`request ${id}: its policy version has no display any more`);
}

export const shownLines = (config: Versions, request: Request): Promise<Shown | null> => shownReader(config)(request);

/** For several requests. Each policy version is read once. */
export function shownReader(config: Versions): (request: Request) => Promise<Shown | null> {
  const versions = versionsOnce(config);
  return async (request) => {
    const display = await displayOf(versions, request);
    return display === null ? null : shownOf(request, display);
  };
}

/** Versions never change, so each is read once for all requests of one answer. */
export function versionsOnce(config: Versions): Versions {
  const reads = new Map<string, ReturnType<Versions['actionVersion']>>();
  return {
    actionVersion: (org, action, version) => {
      const name = `${org}#${action}#${version}`;
      const read = reads.get(name) ?? config.actionVersion(org, action, version);
      reads.set(name, read);
      return read;
    },
  };
}

export async function shownLinesOf(
  config: Versions,
  requests: readonly Request[],
): Promise<(request: Request) => Shown | null> {
  const read = shownReader(config);
  const lines = new Map(await Promise.all(requests.map(async (request) => [request.id, await read(request)] as const)));
  return ({ id }) => lines.get(id) ?? null;
}
