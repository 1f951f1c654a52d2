/** Caches the signature of each organization's last published head, so that a post needs no lookup. */
import type { OrgId } from '../../../protocol/identifiers';
import type { Clock } from '../../system/ports';
import type { HeadStore } from '../ports';

/** As often as heads are published, unless the deployment says otherwise. */
const FRESH_MS = 300_000;
/** A JWS has about 300 bytes. */
const MAX_ORGS = 10_000;

/** Null if no head is published. */
export function recentHeads(store: Pick<HeadStore, 'last'>, clock: Clock): (org: OrgId) => Promise<string | null> {
  const known = new Map<OrgId, { readonly jws: Promise<string | null>; readonly untilMs: number }>();
  return (org) => {
    const found = known.get(org);
    if (found !== undefined && clock.nowMs() < found.untilMs) return found.jws;
    if (known.size >= MAX_ORGS) known.clear();
    const jws = store.last(org).then((head) => head?.jws ?? null);
    known.set(org, { jws, untilMs: clock.nowMs() + FRESH_MS });
    // A failure is not remembered, so the next post reads again.
    jws.catch(() => known.delete(org));
    return jws;
  };
}
