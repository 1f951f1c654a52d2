/** Only what was approved is applied, even if somebody else can write the table (docs/decisions/four-eyes.md). */

import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { changeKey, requestKey } from '../../src/adapters/dynamodb/keys';
import { FOUR_EYES_ORG, DEMO_ORG as ORG } from '../../src/local/demo';
import { ADMIN_COMMAND, person } from '../../src/protocol/actor';
import { DOCUMENT_PARAM } from '../../src/protocol/change-request';
import { digestOf, operationHash } from '../../src/protocol/hash';
import type { ActionId, OperatorId, OrgId, RequestId } from '../../src/protocol/identifiers';
import type { AnyEdit, EditKind, EditOf } from '../../src/service/administration/rules/edits';
import { applyChange } from '../../src/service/administration/use-cases/apply-change';
import { makeEdit } from '../../src/service/administration/use-cases/make-edit';
import { openSetUp } from '../../src/service/administration/use-cases/set-up';
import { authorize } from '../../src/service/ceremony/rules/turn';
import { handOver } from '../../src/service/execution/rules/integration';
import { sealChange } from '../../src/service/request/rules/journal';
import type { Authorized, Open } from '../../src/service/request/rules/request';
import { toRequestItem } from '../../src/service/request/store/request-conversion';
import { ALPHA, accepted, aNewPolicy, BRAVO, CHARLIE } from '../support/builders';
import { type Ledger, openLedger } from '../support/ledger';
import { openedForEach, openedOnce } from '../support/opened';
import { PERMIT } from '../support/permit';

const POLICY = {
  title: 'Release to customers',
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 1, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
};
const RELEASE = 'demo.release' as ActionId;

describe('an approved change', () => {
  const ledger = openedOnce(openLedger);
  beforeAll(async () => {
    for (const operator of ['op_echo', 'op_foxtrot']) await ledger.signIn(operator, FOUR_EYES_ORG);
  });

  const load = async (id: RequestId) => (await ledger.requests.load(FOUR_EYES_ORG, id))!.request;
  const version = async () => (await ledger.ports.config.action(FOUR_EYES_ORG, RELEASE))!.policy.version;

  async function approved(title: string): Promise<RequestId> {
    const waits = await ledger.api('op_echo', 'PUT', '/api/actions/demo.release', { ...POLICY, title });
    const id = waits.body.change.id as RequestId;
    const code = await ledger.code('op_foxtrot', id, FOUR_EYES_ORG);
    expect((await ledger.api('op_foxtrot', 'POST', `/api/requests/${id}/turn`, { code })).status).toBe(200);
    await ledger.requests.save(handOver(await load(id), ledger.clock.nowMs()), 'w');
    return id;
  }

  it('an approved change is not applied if the stored document was replaced', async () => {
    const [id, before] = [await approved('Seen'), await version()];
    const document = (await ledger.ports.changes.document(FOUR_EYES_ORG, id))!;
    await ledger.tables.client.send(
      new UpdateCommand({
        TableName: ledger.tables.main,
        Key: changeKey(FOUR_EYES_ORG, id),
        UpdateExpression: 'SET document = :other',
        ExpressionAttributeValues: { ':other': document.replace('Seen', 'Swapped') },
      }),
    );
    const warned: unknown[][] = [];
    const log = { ...ledger.ports.log, warn: (...said: unknown[]) => void warned.push(said) };
    await applyChange({ ...ledger.ports, log }, await load(id));
    expect(await load(id)).toMatchObject({ state: 'failed', reason: 'document_changed' });
    expect(warned).toEqual([['an approved change was not made', { request: id, reason: 'document_changed' }]]);
    expect(await version()).toBe(before);
  });

  it('an approved change is not applied if no other admin approved it', async () => {
    const [id, before] = [await approved('Alone'), await version()];
    const forged = { ...(await load(id)), approvers: ['op_echo' as OperatorId] } as Authorized;
    await ledger.requests.save({ request: forged, entries: [] }, 'w2');
    await applyChange(ledger.ports, await load(id));
    expect(await load(id)).toMatchObject({ state: 'failed', reason: 'document_changed' });
    expect(await version()).toBe(before);
  });

  /** A request that says that it was approved. Only items that the function `api` may write: nobody turned a key. */
  async function forge(open: Open): Promise<void> {
    const turns = [{ operator: 'op_foxtrot' as OperatorId, atMs: open.createdAtMs }];
    const forged = authorize(open, turns, ledger.clock.nowMs()).request;
    const request = handOver(forged, ledger.clock.nowMs()).request;
    const Item = toRequestItem(sealChange({ request, entries: [] }, 'w'));
    expect(Item.pk).toMatch(/#REQ#/);
    await ledger.tables.client.send(new PutCommand({ TableName: ledger.tables.main, Item }));
  }

  async function waiting(title: string): Promise<Open> {
    const waits = await ledger.api('op_echo', 'PUT', '/api/actions/demo.release', { ...POLICY, title });
    return (await load(waits.body.change.id)) as Open;
  }

  it('a writer of requests cannot have a change made that no admin proposed', async () => {
    const [open, before] = [await waiting('Waits'), await version()];
    const text = (await ledger.ports.changes.document(FOUR_EYES_ORG, open.id))!.replace('Waits', 'Forged');
    const id = 'req_00000000000000000000f0f0' as RequestId;
    const params = { ...open.params, [DOCUMENT_PARAM]: digestOf(text) };
    await forge({ ...open, id, params, operationHash: operationHash(open.action, params) });
    // Its only place for a document.
    const Item = { ...requestKey(FOUR_EYES_ORG, id), sk: 'CHANGE', document: text };
    await ledger.tables.client.send(new PutCommand({ TableName: ledger.tables.main, Item }));
    await applyChange(ledger.ports, await load(id));
    expect(await load(id)).toMatchObject({ state: 'failed', reason: 'document_changed' });
    expect(await version()).toBe(before);
  });

  it('a writer of requests can approve a change that an admin proposed, which docs/security.md names as what remains', async () => {
    const [open, before] = [await waiting('Proposed'), await version()];
    await forge(open);
    await applyChange(ledger.ports, await load(open.id));
    expect(await version()).toBe(before + 1);
    expect((await ledger.ports.config.action(FOUR_EYES_ORG, RELEASE))!.policy.title).toBe('Proposed');
  });

  it('an approved change is applied once if two processes apply it at the same moment', async () => {
    const [id, before] = [await approved('Once'), await version()];
    const request = await load(id);
    await Promise.all([applyChange(ledger.ports, request), applyChange(ledger.ports, request)]);
    expect(await load(id)).toMatchObject({ state: 'succeeded' });
    expect(await version()).toBe(before + 1);
  });
});

/** What an edit does at once to seats, and to the rule for changes, over tables in memory (docs/decisions/four-eyes.md). */
const BY = { org: ORG, by: person(ALPHA) };
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
const made = (id: string) => ({
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
    await make({ kind: 'create_operator', operator: { ...made(id), role: 'operator' } });
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
  const door = accepted(await openSetUp(ports, { org: ORG, by: ADMIN_COMMAND, rescue }));
  expect(await door.noteLink(BRAVO)).toMatchObject({ ok: true, value: { id: BRAVO } });
});

describe('an admin', () => {
  const one = (id: string, role: 'admin' | 'operator' = 'admin') => ({ ...made(id), role });

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
    const make = async (edit: AnyEdit) =>
      accepted(await makeEdit<EditKind>(ports, { org, by: person('admin') }, edit, PERMIT));
    await make({ kind: 'create_operator', operator: one('op_a') });
    expect(await ports.config.ruleBegan(org)).toBe(false);
    for (const edit of edits) await make(edit);
    expect(await ports.config.ruleBegan(org)).toBe(true);
  });
});
