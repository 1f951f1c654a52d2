/** What an edit does at once to seats, and to the rule for changes, over tables in memory (docs/decisions/four-eyes.md). */
import { makeEdit } from '../../../src/app/administration/make-edit';
import { openSetUp } from '../../../src/app/administration/set-up';
import type { AnyEdit, EditKind, EditOf } from '../../../src/core/administration/edits';
import { DEMO_ORG as ORG } from '../../../src/local/demo';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../../src/protocol/identifiers';
import { ALPHA, accepted, aNewPolicy, BRAVO, CHARLIE } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';
import { openedForEach } from '../../support/opened';
import { PERMIT } from '../../support/permit';

const BY = { org: ORG, by: ALPHA };
const ISSUER = 'https://id.acme.dev';
const PROVIDER: EditOf<'set_identity_provider'> = {
  kind: 'set_identity_provider',
  provider: {
    ...{ issuer: ISSUER, clientId: 'c', sealedSecret: null },
    ...{ acrValues: [], maxAgeSeconds: 60, forbidsMailLinks: false },
  },
};

let ports: Ledger['ports'];
const ledger = openedForEach(() => openLedger({ memory: true }));
beforeEach(() => {
  ({ ports } = ledger);
});

const make = async (edit: AnyEdit) => accepted(await makeEdit<EditKind>(ports, BY, edit, PERMIT));
const person = (id: string) => ({
  id: id as OperatorId,
  name: 'New',
  email: `${id}@acme.dev`,
  role: 'operator' as const,
});
async function open(action: string): Promise<RequestId> {
  const made = await ledger.propose({ action, requester: ALPHA });
  return made.body.request.id;
}

describe('an edit takes a seat out of an open request before it is answered', () => {
  const account = { issuer: ISSUER, subject: 'grace' };
  it.each<[string, (id: OperatorId) => AnyEdit]>([
    ['an operator is disabled', (id) => ({ kind: 'update_operator', id, patch: { enabled: false } })],
    ['an address is changed', (id) => ({ kind: 'update_operator', id, patch: { email: 'other@acme.dev' } })],
    ['a sign-in link is made', (id) => ({ kind: 'send_sign_in_link', id })],
    ['an account is connected', (id) => ({ kind: 'connect_identity', id, ...account })],
  ])('%s', async (title, edit) => {
    await make(PROVIDER);
    const id = `op_${title.replaceAll(' ', '_')}` as OperatorId;
    await make({ kind: 'create_operator', operator: { ...person(id), role: 'operator' } });
    const action = `pay.${title.split(' ')[1]}` as ActionId;
    await make({ kind: 'put_action', policy: aNewPolicy({ id: action, roster: [id, BRAVO, CHARLIE] }) });
    const request = await open(action);
    await make(edit(id));
    const { seats } = (await ledger.requests.load(ORG, request))!.request;
    expect(seats.find(({ operator }) => operator === id)).toMatchObject({ disabled: true });
  });
});

it('the administration command makes a link also for an operator who gets none from an admin', async () => {
  await make({ ...PROVIDER, provider: { ...PROVIDER.provider!, forbidsMailLinks: true } });
  await make({ kind: 'connect_identity', id: BRAVO, issuer: ISSUER, subject: 'grace' });
  const rescue = { command: 'sign-in-link', reason: null };
  const door = accepted(await openSetUp(ports, { org: ORG, by: 'admin-command', rescue }));
  expect(await door.noteLink(BRAVO)).toMatchObject({ ok: true, value: { id: BRAVO } });
});

describe('an admin', () => {
  const one = (id: string, role: 'admin' | 'operator' = 'admin') => ({ ...person(id), role });

  it.each<[string, AnyEdit[]]>([
    ['added', [{ kind: 'create_operator', operator: one('op_b') }]],
    ['invited', [{ kind: 'invite_operators', operators: [one('op_b')] }]],
    [
      'promoted',
      [
        { kind: 'create_operator', operator: one('op_b', 'operator') },
        { kind: 'update_operator', id: 'op_b' as OperatorId, patch: { role: 'admin' } },
      ],
    ],
  ])('who is %s as the second one makes changes wait from then on', async (title, edits) => {
    const org = `org_${title}` as OrgId;
    const make = async (edit: AnyEdit) => accepted(await makeEdit<EditKind>(ports, { org, by: 'admin' }, edit, PERMIT));
    await make({ kind: 'create_operator', operator: one('op_a') });
    expect(await ports.config.ruleBegan(org)).toBe(false);
    for (const edit of edits) await make(edit);
    expect(await ports.config.ruleBegan(org)).toBe(true);
  });
});
