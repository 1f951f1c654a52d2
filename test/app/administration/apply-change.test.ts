/** Only what was approved is applied, even if somebody else can write the table (docs/decisions/four-eyes.md). */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { changeKey, requestKey } from '../../../src/adapters/dynamodb/keys';
import { toRequestItem } from '../../../src/adapters/dynamodb/request/to-request-item';
import { applyChange } from '../../../src/app/administration/apply-change';
import { DOCUMENT_PARAM } from '../../../src/core/administration/change';
import { authorize } from '../../../src/core/ceremony/authorize';
import { handOver } from '../../../src/core/execution/integration';
import { sealChange } from '../../../src/core/request/journal';
import type { Authorized, Open } from '../../../src/core/request/request';
import { FOUR_EYES_ORG } from '../../../src/local/demo';
import { digestOf } from '../../../src/protocol/hash';
import type { ActionId, OperatorId, RequestId } from '../../../src/protocol/identifiers';
import { operationHash } from '../../../src/protocol/operation-hash';
import { openLedger } from '../../support/ledger';
import { openedOnce } from '../../support/opened';

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
