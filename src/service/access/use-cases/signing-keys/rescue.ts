/**
 * Trusts a key without an admin's signature, for an organization that has lost every admin's countersigned key. Only
 * the administration command does this (docs/decisions/signed-turns.md).
 */

import type { Actor } from '../../../../protocol/actor';
import type { OrgId } from '../../../../protocol/identifiers';
import { err, ok, type Result } from '../../../../protocol/result';
import { entryIn } from '../../../audit/rules/chain';
import type { ConfigStore, Permit } from '../../../configuration/ports';
import { edited } from '../../../configuration/rules/items';
import { isEnabledAdmin } from '../../../configuration/rules/two-admins';
import { editConfig } from '../../../configuration/use-cases/edit-config';
import type { Clock } from '../../../system/ports';
import type { PasskeyStore } from '../../ports';
import type { Passkey } from '../../rules/passkey';
import { isSigningKey, SIGNING_KEY_ENTRIES, standingOf } from '../../rules/signing-keys';
import { namedKeyOf } from './statement';

export interface TrustKeyDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'operators'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOrganization' | 'passkey' | 'save'>;
  /** The console's own origin. */
  readonly origin: string;
}

export type TrustKeyRefusal =
  | 'no_such_key'
  | 'no_admin'
  | 'not_waiting'
  /** An enabled admin has a countersigned key and can countersign this one. */
  | 'admin_can_sign'
  | 'edited_meanwhile';

/** `permitted` records the rescue. After it, only a concurrent edit can refuse the change. */
export async function trustKey(
  deps: TrustKeyDeps,
  org: OrgId,
  fingerprint: string,
  by: Actor,
  permitted: () => Promise<Permit>,
): Promise<Result<Passkey, TrustKeyRefusal>> {
  const found = await toTrust(deps, org, fingerprint);
  if (!found.ok) return found;
  const passkey = found.value;
  await permitted();
  const at = deps.clock.nowMs();
  const data = { operator: passkey.operator, fingerprint };
  const entry = entryIn(SIGNING_KEY_ENTRIES)(at, 'signing_key.rescued', passkey.id, by, data);
  const countersigned = { atMs: at, by: by.actor, passkey: null, statement: null };
  const trusted = await editConfig<Passkey, { readonly reason: 'edited_meanwhile' }>({
    load: () => deps.passkeys.passkey(org, passkey.id),
    decide: (stored) =>
      stored.revision === passkey.revision
        ? ok(edited<Passkey>(stored, { countersigned }, [entry]))
        : err({ reason: 'edited_meanwhile' }),
    save: (next) => deps.passkeys.save(next),
  });
  return trusted.ok ? trusted : err('edited_meanwhile');
}

async function toTrust(deps: TrustKeyDeps, org: OrgId, fingerprint: string): Promise<Result<Passkey, TrustKeyRefusal>> {
  const [operators, passkeys] = await Promise.all([deps.config.operators(org), deps.passkeys.ofOrganization(org)]);
  const keys = passkeys.flatMap((passkey) => {
    const owner = operators.find(({ id }) => id === passkey.operator);
    return owner?.enabled && isSigningKey(passkey, owner) ? [{ passkey, owner }] : [];
  });
  const found = keys.find(({ passkey }) => namedKeyOf(deps, passkey).fingerprint === fingerprint);
  if (found === undefined) return err('no_such_key');
  if (!isEnabledAdmin(found.owner)) return err('no_admin');
  if (standingOf(found.passkey) !== 'waiting') return err('not_waiting');
  const canSign = keys.some(({ passkey, owner }) => isEnabledAdmin(owner) && standingOf(passkey) === 'countersigned');
  return canSign ? err('admin_can_sign') : ok(found.passkey);
}
