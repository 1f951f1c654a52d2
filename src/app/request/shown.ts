/** The display under which a request was created. Versions of policies are kept, so it can always be read again. */
import type { Request } from '../../core/request/request';
import { shownOf } from '../../core/request/shown';
import type { Display } from '../../protocol/display/display';
import type { Shown } from '../../protocol/display/render';
import type { ConfigStore } from '../ports';

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

export async function shownLines(config: Versions, request: Request): Promise<Shown | null> {
  const display = await displayOf(config, request);
  return display === null ? null : shownOf(request, display);
}

/** The same for several requests. Each policy version is read once. */
export async function shownLinesOf(
  config: Versions,
  requests: readonly Request[],
): Promise<(request: Request) => Shown | null> {
  const reads = new Map<string, Promise<Display | null>>();
  const lines = await Promise.all(
    requests.map(async (request) => {
      const version = `${request.action}#${request.digests?.display}`;
      if (!reads.has(version)) reads.set(version, displayOf(config, request));
      const display = (await reads.get(version)) ?? null;
      return [request.id, display === null ? null : shownOf(request, display)] as const;
    }),
  );
  const byId = new Map(lines);
  return ({ id }) => byId.get(id) ?? null;
}
