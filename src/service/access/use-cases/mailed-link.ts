/**
 * Sign-in links that operators request by mail: operation requestMailedLink (docs/decisions/mailed-links.md).
 *
 *   sign-in page ─► counts, queues ─► answers, without knowing whether anybody has the address
 *   timers       ─► finds the operator, writes the entry ─► the announcement makes the link and mails it
 */

import { SIGN_IN } from '../../../protocol/actor';
import { taggedHashHex } from '../../../protocol/hash';
import type { OrgId } from '../../../protocol/identifiers';
import { err, ok, type Result } from '../../../protocol/result';
import { entryIn } from '../../audit/rules/chain';
import type { ConfigStore } from '../../configuration/ports';
import { incident, type Operator } from '../../configuration/rules/items';
import type { Clock, Queue, Random } from '../../system/ports';
import type { Counter, PasskeyStore, RequestedLink } from '../ports';
import { IDENTITY_PROVIDER } from '../rules/company-sign-in';
import {
  MAILED_LINK_LASTS_MS,
  MAILED_LINKS,
  MAILED_LINKS_AN_HOUR,
  MAILED_LINKS_WINDOW_MS,
  normalAddress,
  operatorAt,
  REQUESTED_LINK_ENTRIES,
} from '../rules/mailed-link';
import { opensSession } from '../rules/passkey';

export interface RequestMailedLinkDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly counter: Counter;
  readonly queues: { readonly timers: Queue<RequestedLink> };
}

export interface LinkRequest {
  /** As typed: nobody has checked whether it exists. */
  readonly org: OrgId;
  readonly address: string;
  readonly peer: string;
  /** The hash of the secret that only the requesting browser has. */
  readonly browserHash: string;
}

/**
 * Reads nothing of the organization, so neither the answer nor its time shows whether it or the address exists. A peer
 * learns of its own limit; nobody learns of the limit of an address, which others may have used up.
 */
export async function requestMailedLink(
  { clock, random, counter, queues }: RequestMailedLinkDeps,
  { org, address, peer, browserHash }: LinkRequest,
): Promise<Result<null, { readonly reason: 'too_many'; readonly retryAfterMs: number }>> {
  const nowMs = clock.nowMs();
  const limited = { what: 'links', windowMs: MAILED_LINKS_WINDOW_MS } as const;
  const ofPeer = await counter.count({ ...limited, of: `peer#${peer}` }, nowMs);
  if (ofPeer.count > MAILED_LINKS_AN_HOUR) return err({ reason: 'too_many', retryAfterMs: ofPeer.endsAtMs - nowMs });
  const name = taggedHashHex('service.mailed-link.v1', org, normalAddress(address));
  const ofAddress = await counter.count({ ...limited, of: `address#${name}` }, nowMs);
  if (ofAddress.count > MAILED_LINKS_AN_HOUR) return ok(null);
  const id = `link_${random.hex(12)}`;
  const body = { kind: 'requested_link', org, address, browser: browserHash, id, at: nowMs } as const;
  await queues.timers.send([{ body }]);
  return ok(null);
}

export interface MailedLinkRuleDeps {
  readonly config: Pick<ConfigStore, 'setting'>;
  readonly passkeys: Pick<PasskeyStore, 'ofOperator'>;
}

/** Whether the operator may sign in by a mailed link now. Somebody with a passkey has a better way. */
export async function mayUseMailedLink(deps: MailedLinkRuleDeps, operator: Operator): Promise<boolean> {
  const setting = await deps.config.setting(operator.org, MAILED_LINKS);
  if (setting?.allowed !== true) return false;
  const company = await deps.config.setting(operator.org, IDENTITY_PROVIDER);
  if (company?.provider?.forbidsMailLinks === true) return false;
  const passkeys = await deps.passkeys.ofOperator(operator.org, operator.id);
  return !passkeys.some((passkey) => opensSession(passkey, operator));
}

export interface NoteRequestedLinkDeps extends MailedLinkRuleDeps {
  readonly clock: Clock;
  readonly config: Pick<ConfigStore, 'setting' | 'operators' | 'saveIncident'>;
}

/**
 * Writes the audit entry, whose announcement mails the link. The entry has the id of the request, so a message that
 * arrives twice makes one link. It edits nothing of the operator: no seat is struck and no access ends.
 */
export async function noteRequestedLink(deps: NoteRequestedLinkDeps, asked: RequestedLink): Promise<void> {
  const { org, id, browser } = asked;
  const nowMs = deps.clock.nowMs();
  // The clock of the sender may be ahead. A time of the message alone must not make a link that lasts longer.
  const at = Math.min(asked.at, nowMs);
  const expiresAtMs = at + MAILED_LINK_LASTS_MS;
  if (nowMs >= expiresAtMs) return;
  const operator = operatorAt(asked.address, await deps.config.operators(org));
  if (operator === null || !(await mayUseMailedLink(deps, operator))) return;
  const data = { operator: operator.id, browser, access_epoch: operator.accessEpoch, expires_at: expiresAtMs };
  const entry = entryIn(REQUESTED_LINK_ENTRIES)(at, 'operator.mailed_link_made', operator.id, SIGN_IN, data);
  await deps.config.saveIncident(incident(org, id, entry));
}
