/**
 * An organization of its own for each row of the table of edits, over tables in memory. op_alpha edits, and op_bravo is the
 * other admin, unless nobody approves changes there. op_charlie and op_delta are operators.
 */

import { SET_UP } from '../../../src/protocol/actor';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { type AnyEdit, bound, type EditKind, type EditOf } from '../../../src/service/administration/rules/edits';
import { applyChange } from '../../../src/service/administration/use-cases/apply-change';
import { changeConfiguration } from '../../../src/service/administration/use-cases/change-configuration';
import { collectKey } from '../../../src/service/administration/use-cases/collect-key';
import { type Made, makeEdit } from '../../../src/service/administration/use-cases/make-edit';
import { readBase } from '../../../src/service/administration/use-cases/read-base';
import { handOver } from '../../../src/service/execution/rules/integration';
import { isOpen } from '../../../src/service/request/rules/request';
import { ALPHA, accepted, aNewPolicy, at, BRAVO, CHARLIE, DELTA } from '../../support/builders';
import { eventOf, said } from '../../support/gateway';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';

export const NOW = at('12:00');

export type Ports = Ledger['ports'];
export type Organization = ReturnType<typeof aNewOrganization>;

/** `off`: the organization never had two admins, so nobody approves changes. */
export type Approval = 'on' | 'off';

/** The edit, after these were made. */
export const after =
  <T>(edit: T, ...edits: readonly EditOf<EditKind>[]) =>
  async ({ make }: Organization): Promise<T> => {
    for (const each of edits) await make<EditKind>(each);
    return edit;
  };

export async function openOrganizations() {
  const ledger = await openLedger({ memory: true, nowMs: () => NOW });
  let count = 0;
  return {
    ledger,
    async founded(approval: Approval): Promise<Organization> {
      const organization = aNewOrganization(ledger, `org_${count++}` as OrgId);
      for (const id of [ALPHA, BRAVO, CHARLIE, DELTA]) {
        const isAdmin = id === ALPHA || (id === BRAVO && approval === 'on');
        const operator = {
          id,
          name: id.slice(3),
          email: `${id}@acme.dev`,
          role: isAdmin ? 'admin' : 'operator',
        } as const;
        await organization.make({ kind: 'create_operator', operator });
      }
      return organization;
    },
  };
}

function aNewOrganization(ledger: Ledger, org: OrgId) {
  const validateEndpoint = async (url: string) =>
    url.includes('private') ? ({ ok: false, reason: 'private' } as const) : ({ ok: true } as const);
  const ports: Ports = { ...ledger.ports, sender: { ...ledger.ports.sender, validateEndpoint } };
  /** Of these requests, entries are read too. */
  const opened: RequestId[] = [];
  const load = async (id: RequestId) => (await ledger.requests.load(org, id))!.request;
  const organization = {
    org,
    ports,
    load,
    /** Makes an edit that nothing forbids. */
    make: async <Kind extends EditKind>(edit: EditOf<Kind>): Promise<Made<Kind>> =>
      accepted(await makeEdit<Kind>(ports as never, { org, by: SET_UP }, edit, PERMIT)),

    /** op_alpha makes the edit, or proposes it, in a session that began now or long ago. */
    submit: (edit: AnyEdit, session: 'fresh' | 'old' = 'fresh') => {
      const createdAtMs = session === 'fresh' ? NOW : 0;
      return changeConfiguration<EditKind>(ports, { org, by: ALPHA, session: { createdAtMs, began: 'link' } }, edit);
    },

    async proposed(edit: AnyEdit, session: 'fresh' | 'old' = 'fresh') {
      const changed = accepted(await organization.submit(edit, session));
      if (changed.kind !== 'proposed') throw new Error('the edit does not wait');
      return changed.request;
    },

    /** op_bravo turns a key, and the change is made. Why it was not, if it was not. */
    async approve(id: RequestId): Promise<string | null> {
      await ledger.signIn(BRAVO, org);
      const code = await ledger.code(BRAVO, id, org);
      const turned = await ledger.api(BRAVO, 'POST', `/api/requests/${id}/turn`, { code });
      if (turned.status !== 200) throw new Error(JSON.stringify(turned.body));
      await ledger.requests.save(handOver(await load(id), NOW), 'handed over');
      await applyChange(ports, await load(id));
      const request = await load(id);
      if (isOpen(request)) throw new Error('the change is still open');
      return request.state === 'succeeded' ? null : request.reason;
    },

    collect: (id: RequestId, operator: OperatorId = ALPHA) => collectKey(ports, { org, operator }, id),

    /** What the edit is decided on now. */
    baseOf: (edit: AnyEdit) => readBase(ports, org, bound(edit).reads),

    /** A request for the action `pay`, which op_alpha requested. */
    async requested(): Promise<RequestId> {
      const policy = aNewPolicy({ id: 'pay' as ActionId });
      await organization.make({ kind: 'put_action', policy });
      const { token } = await organization.make({ kind: 'create_key', name: 'proposer', scopes: ['propose'] });
      const body = { action: policy.id, requester: ALPHA };
      const sender = { authorization: `Bearer ${token}` };
      const { id } = said((await ledger.service(eventOf('POST', '/v1/requests', sender, { body }))) as object).body
        .request;
      opened.push(id);
      return id;
    },

    /** Every entry that is not in the chain yet. */
    async entries() {
      const requests = await Promise.all(opened.map(load));
      return [
        ...(await ledger.entries(org)),
        ...requests.flatMap(({ id, journal }) =>
          journal.flatMap(({ entries }) =>
            entries.map(({ atMs, data = {}, ...entry }) => ({ ...entry, at: atMs, subject: id as string, data })),
          ),
        ),
      ];
    },
  };
  return organization;
}
