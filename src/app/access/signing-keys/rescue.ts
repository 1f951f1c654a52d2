/**
 * Trusts a key without an admin's signature, for an organization whose admins have lost every countersigned key. Only the
 * administration command does this (docs/decisions/signed-turns.md).
 */

import type { Passkey } from '../../../core/access/passkey';
import { isSigningKey, standingOf } from '../../../core/access/signing-keys';
import { edited } from '../../../core/administration/config';
import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import type { Clock, ConfigStore, PasskeyStore } from '../../ports';
import { keyOf } from './statement';

export interface TrustKeyDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'operators'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'save'>;
  /** The console's own origin. */
  readonly origin: string;
}

export type TrustKeyRefusal = 'no_such_key' | 'not_waiting' | 'edited_meanwhile';

export async function trustKey(
  deps: TrustKeyDeps,
  org: OrgId,
  fingerprint: string,
  by: string,
): Promise<Result<Passkey, TrustKeyRefusal>> {
  const [operators, passkeys] = await Promise.all([deps.config.operators(org), deps.passkeys.ofOrganization(org)]);
  const passkey = passkeys.find((each) => {
    const owner = operators.find(({ id }) => id === each.operator);
    return owner?.enabled && isSigningKey(each, owner) && keyOf(deps, each).fingerprint === fingerprint;
  });
  if (passkey === undefined) return err('no_such_key');
  if (standingOf(passkey) !== 'waiting') return err('not_waiting');
  const at = deps.clock.nowMs();
  const data = { operator: passkey.operator, fingerprint };
  const entry = { at, kind: 'signing_key.rescued', subject: passkey.id, actor: by, data };
  const trusted = edited<Passkey>(passkey, { countersigned: { atMs: at, by, passkey: null, statement: null } }, [
    entry,
  ]);
  return (await deps.passkeys.save(trusted)) === 'saved' ? ok(trusted) : err('edited_meanwhile');
}
