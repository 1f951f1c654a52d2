/** What a change of the configuration costs, and that the rule costs an ordinary request nothing (docs/decisions/four-eyes.md). */

import { FOUR_EYES_ORG } from '../../src/local/demo';
import type { ActionId, RequestId } from '../../src/protocol/identifiers';
import { applyChange } from '../../src/service/administration/use-cases/apply-change';
import { handOver } from '../../src/service/execution/rules/integration';
import { openLedger } from '../support/ledger';
import { createMeter, type Meter } from '../support/meter';
import { openedOnce } from '../support/opened';

const POLICY = {
  title: 'Release to customers',
  roster: ['op_echo', 'op_foxtrot', 'op_golf'],
  quorum: { default: 1, min: 1, max: 3, selectable: false },
  deny_self_approval: true,
};

describe('a change of the configuration', () => {
  let meter: Meter;
  const ledger = openedOnce(openLedger);
  beforeAll(async () => {
    meter = createMeter(ledger.tables);
    for (const operator of ['op_echo', 'op_foxtrot']) await ledger.signIn(operator, FOUR_EYES_ORG);
  });
  afterAll(() => expect(ledger.errors).toEqual([]));

  const put = () => ledger.api('op_echo', 'PUT', '/api/actions/demo.release', POLICY);

  it('a configuration change costs one transaction to propose, the turn, and one transaction to apply; applying it again writes nothing', async () => {
    const proposed = await meter.measure(put);
    expect(proposed.answer.status).toBe(202);
    const writes = ({ calls }: typeof proposed.cost) => calls.filter(({ command }) => /Put|Update|Write/.test(command));
    expect(writes(proposed.cost).map(({ command }) => command)).toEqual(['TransactWriteItems']);
    // Request and document, twice as in every transaction, and the three index entries of a request.
    expect(proposed.cost.writeUnits).toBeLessThanOrEqual(9);

    const id = proposed.answer.body.change.id as RequestId;
    const code = await ledger.code('op_foxtrot', id, FOUR_EYES_ORG);
    const turned = await meter.measure(() => ledger.api('op_foxtrot', 'POST', `/api/requests/${id}/turn`, { code }));
    expect(turned.answer.body.request.state).toBe('authorized');
    expect(writes(turned.cost).map(({ command }) => command)).toEqual(['TransactWriteItems']);
    const load = async () => (await ledger.requests.load(FOUR_EYES_ORG, id))!.request;
    await ledger.requests.save(handOver(await load(), ledger.clock.nowMs()), 'w1');

    const approved = await load();
    const applied = await meter.measure(() => applyChange(ledger.ports, approved));
    expect(writes(applied.cost).map(({ command }) => command)).toEqual(['TransactWriteItems']);
    expect(applied.cost.writeUnits).toBeLessThanOrEqual(16);
    expect((await load()).state).toBe('succeeded');

    // The message again, from the same old image: the request's own revision refuses it.
    const again = await meter.measure(() => applyChange(ledger.ports, approved));
    expect(again.cost.writeUnits).toBe(0);
    expect((await ledger.ports.config.action(FOUR_EYES_ORG, 'demo.release' as ActionId))!.policy.version).toBe(2);
  });

  it('a refused configuration change costs one write: the item with its entry', async () => {
    const stale = { ...POLICY, title: 'Stale', if_version: 99 };
    const refused = await meter.measure(() => ledger.api('op_echo', 'PUT', '/api/actions/demo.release', stale));
    expect(refused.answer.status).toBe(409);
    const writes = refused.cost.calls.filter(({ command }) => /Put|Update|Write|Delete/.test(command));
    expect(writes.map(({ command }) => command)).toEqual(['PutItem']);
    // The item, and its place in the due index.
    expect(refused.cost.writeUnits).toBeLessThanOrEqual(2);
  });

  it('a request of an ordinary action reads and writes no item of the rule for changes', async () => {
    const seen: string[] = [];
    const { middlewareStack } = ledger.tables.client;
    middlewareStack.add(
      (next) => (args) => {
        seen.push(JSON.stringify(args.input));
        return next(args);
      },
      { step: 'initialize', name: 'seen' },
    );
    const body = { action: 'demo.solo', requester: 'op_alpha', params: {} };
    const { id } = (await ledger.propose(body)).body.request;
    expect((await ledger.turn('op_bravo', id)).status).toBe(200);
    await ledger.v1('reader', 'GET', `/v1/requests/${id}`);
    middlewareStack.remove('seen');
    expect(seen.filter((input) => input.includes(id)).length).toBeGreaterThan(3);
    expect(seen.filter((input) => /FOUR_EYES|CHANGE|INCIDENT|role/.test(input))).toEqual([]);
  });
});
