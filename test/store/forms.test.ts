/** A release that was rolled back must not decide on requests by rules that it does not know (docs/storage.md). */

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { requestKey } from '../../src/adapters/dynamodb/keys';
import { createDispatchHandler } from '../../src/lambda/events/dispatch';
import { DEMO_ORG } from '../../src/local/demo';
import { person, SERVICE } from '../../src/protocol/actor';
import { operationHash } from '../../src/protocol/hash';
import type { Entry } from '../../src/service/request/rules/entry';
import { FIELDS, REQUEST_FORM } from '../../src/service/request/rules/fields';
import type { Authorized, Request } from '../../src/service/request/rules/request';
import { fromRequestItem, toRequestItem } from '../../src/service/request/store/request-conversion';
import { fireDue } from '../../src/service/transport/use-cases/fire-due';
import {
  ALPHA,
  aRequest,
  aSeat,
  claimedWith,
  handedOver,
  refusedBy,
  reportedWith,
  turnedBy,
} from '../support/builders';
import { DIGEST, ENVELOPE } from '../support/house';
import { openLedger } from '../support/ledger';
import { streamed } from '../support/messages';
import { openedOnce } from '../support/opened';
import operationVectors from '../vectors/operation-hash.json';

const NEWER = REQUEST_FORM + 1;

describe('a request of a newer form', () => {
  const ledger = openedOnce(() => openLedger({ memory: true }));

  const propose = async (): Promise<string> => {
    const body = { action: 'demo.solo', requester: ALPHA, params: { intent: DIGEST }, intent: ENVELOPE };
    return ledger.proposed(body);
  };
  const turn = async (id: string) => ledger.turn('op_bravo', id);
  /** As a newer release would have written it. */
  const writtenByForm = (id: string, form: number, minForm: number) =>
    ledger.tables.client.send(
      new UpdateCommand({
        TableName: ledger.tables.main,
        Key: requestKey(DEMO_ORG, id),
        UpdateExpression: 'SET form = :form, min_form = :min',
        ExpressionAttributeValues: { ':form': form, ':min': minForm },
      }),
    );
  const image = async (id: string) =>
    (
      await ledger.tables.client.send(
        new GetCommand({ TableName: ledger.tables.main, Key: requestKey(DEMO_ORG, id), ConsistentRead: true }),
      )
    ).Item;

  it('a turn, a refusal and an abort on a request of a newer form answer 500, and nothing is written', async () => {
    const id = await propose();
    await writtenByForm(id, NEWER, NEWER);
    const before = await image(id);
    expect((await turn(id)).status).toBe(500);
    for (const command of ['refuse', 'abort']) {
      expect((await ledger.api('op_bravo', 'POST', `/api/requests/${id}/${command}`)).status).toBe(500);
    }
    expect(await image(id)).toEqual(before);
    expect((await ledger.v1('reader', 'GET', `/v1/requests/${id}`)).status).toBe(200);
  });

  it('a claim on a request of a newer form answers 500, and nobody holds it', async () => {
    const id = await propose();
    expect((await turn(id)).status).toBe(200);
    await writtenByForm(id, NEWER, NEWER);
    const before = await image(id);
    expect((await ledger.claim(id)).status).toBe(500);
    expect(await image(id)).toEqual(before);
  });

  it('a request of a newer form is left to its check, which hands everything over once the newer code is back', async () => {
    const id = await propose();
    await writtenByForm(id, NEWER, NEWER);
    const sent: string[] = [];
    const queue = (name: string) => ({
      send: async (all: readonly unknown[]) => void sent.push(...all.map(() => name)),
    });
    const queues = {
      events: queue('events'),
      timers: queue('timers'),
      notices: queue('notices'),
      audit: queue('audit'),
    };
    let nowMs = ledger.clock.nowMs();
    const deps = { ...ledger.ports, queues, clock: { nowMs: () => nowMs } };
    await createDispatchHandler(deps)(streamed({ NewImage: marshall((await image(id))!) }));
    const check = async () => {
      const due_at = (await image(id))!.due_at as number;
      nowMs = due_at;
      await fireDue(deps, { kind: 'request', org: DEMO_ORG, id, due_at });
      return ((await image(id))!.due_at as number) - due_at;
    };
    expect(await check()).toBeGreaterThan(0);
    expect(sent).toEqual([]);
    await writtenByForm(id, REQUEST_FORM, REQUEST_FORM);
    await check();
    expect([...new Set(sent)].sort()).toEqual(['audit', 'notices']);
  });

  it('a request of a newer form is decided as any other if its form still allows it', async () => {
    const id = await propose();
    await writtenByForm(id, NEWER, 1);
    expect((await turn(id)).status).toBe(200);
    expect((await ledger.claim(id)).status).toBe(200);
  });
});

const INTENT = { quorum: 1, executeWithinSeconds: 3600 };

it.each([
  ['open', aRequest()],
  ['open, with its operators warned', aRequest({ reminded: true, warned: true })],
  ['to be signed', { ...aRequest({ turn: 'code_and_passkey' }), seats: [aSeat('op_alpha', { takenBack: 2 })] }],
  ['staging', aRequest({ mode: 'coincident' }, turnedBy('op_alpha'))],
  ['denied after a key was turned', aRequest({ quorum: 2 }, turnedBy('op_alpha'), refusedBy('op_bravo'))],
  ['executing', aRequest({ ...INTENT, integration: 'bank' }, turnedBy('op_alpha'), handedOver())],
  ['claimed', aRequest(INTENT, turnedBy('op_alpha'), claimedWith('a', '12:20'))],
  ['reported', aRequest(INTENT, turnedBy('op_alpha'), claimedWith('a', '12:20'), reportedWith('a', '12:25'))],
])(
  'an item of a request that is %s carries its form, every attribute of its fields, and reads back as it was',
  (_, request) => {
    const item = toRequestItem(request);
    expect(item).toMatchObject({ form: REQUEST_FORM, min_form: request.minForm });
    const listed = new Set<string>(Object.values(FIELDS).flatMap(({ stored }) => stored));
    const own = ['sk', 'form', 'recent_pk', 'work_pk', 'work_at', 'due_pk', 'due_at'];
    expect(Object.keys(item).filter((name) => !listed.has(name) && !own.includes(name))).toEqual([]);
    expect(fromRequestItem(item)).toEqual(request);
  },
);

it('an item leaves out only what can be computed from the rest of it', () => {
  const plain = aRequest({ quorum: 1, params: { charge: 'ch_1' } }, turnedBy('op_alpha'));
  const { approvers } = plain as Authorized;
  const entries: Entry[] = [
    { kind: 'key.turned', atMs: plain.updatedAtMs, ...person('op_alpha'), data: { round: 1 } },
    { kind: 'request.authorized', atMs: plain.updatedAtMs, ...SERVICE, data: { approvers } },
  ];
  const journal = [{ revision: plain.revision, entries }];
  const hashed = <Of extends Request>(of: Of): Of => ({ ...of, operationHash: operationHash(of.action, of.params) });
  const request = { ...hashed(plain), journal };
  const sealed = hashed(aRequest({ quorum: 1, params: { charge: 'ch_1', intent: DIGEST } }, turnedBy('op_alpha')));
  const derived = ['operation_hash', 'expires_at', 'decidedBy', 'endedAtMs'];
  const kept = (of: Request) => {
    const item = toRequestItem(of);
    return derived.filter((name) => name in item || name in JSON.parse(item.body as string));
  };
  expect(kept(request)).toEqual([]);
  // A signed report is compared with the stored hash, without reading the item.
  expect(kept(sealed)).toEqual(['operation_hash']);
  for (const odd of [
    { ...request, operationHash: `sha256:${'0'.repeat(64)}` },
    { ...request, expiresAtMs: request.expiresAtMs + 1 },
    { ...request, decidedBy: [] },
    { ...request, approvers: [...approvers, 'op_bravo'] },
    { ...request, endedAtMs: 7 },
  ])
    expect(fromRequestItem(toRequestItem(odd as Request))).toEqual(odd);
  expect(fromRequestItem(toRequestItem(request))).toEqual(request);
  expect(JSON.stringify(toRequestItem(request).journal)).not.toContain('approvers');
});

it.each(operationVectors.cases)(
  'an item without its operation hash reads with the hash of the vector: $action',
  (vector) => {
    const { action, params, operation_hash } = vector;
    const { operation_hash: _, ...stored } = toRequestItem(aRequest());
    const read = fromRequestItem({ ...stored, action, params: JSON.stringify(params) });
    expect(read.operationHash).toBe(operation_hash);
  },
);
