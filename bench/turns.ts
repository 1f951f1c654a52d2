/** All operators of the largest roster turn their keys at the same time, twice each, as from two open pages. */

import { DEMO_ORG } from '../src/local/demo';
import { SET_UP } from '../src/protocol/actor';
import type { ActionId, OperatorId } from '../src/protocol/identifiers';
import { openSetUp } from '../src/service/administration/use-cases/set-up';
import { type Ledger, openLedger } from '../test/support/ledger';
import { createMeter } from '../test/support/meter';
import { fact, log, table } from './report';
import { quantile } from './support/stats';

/** The largest roster that a policy may have (docs/design.md#policy-of-an-action). */
const OPERATORS = 50;
const ACTION = 'bench.everybody' as ActionId;

export async function turns(): Promise<void> {
  const ledger = await openLedger();
  const meter = createMeter(ledger.tables);
  const roster = Array.from({ length: OPERATORS }, (_, n) => `op_bench${n}` as OperatorId);
  const rows: (string | number)[][] = [];
  try {
    await hire(ledger, roster);
    for (const operator of roster) await ledger.signIn(operator);
    for (const count of [1, 10, 25, OPERATORS]) {
      const body = { action: ACTION, requester: roster[0], quorum: count };
      const { id } = (await ledger.v1('proposer', 'POST', '/v1/requests', { body })).body.request;
      const codes = new Map<string, string>(
        await Promise.all(roster.map(async (one) => [one, await ledger.code(one, id)] as const)),
      );
      const times: number[] = [];
      const turn = async (operator: string) => {
        const from = performance.now();
        const said = await ledger.api(operator, 'POST', `/api/requests/${id}/turn`, { code: codes.get(operator) });
        times.push(performance.now() - from);
        return said.status;
      };
      const turning = roster.slice(0, count);
      const { answer, cost } = await meter.measure(() => Promise.all([...turning, ...turning].map(turn)));
      const taken = answer.filter((status) => status === 200).length;
      const again = answer.filter((status) => status === 409).length;
      const { body: after } = await ledger.v1('proposer', 'GET', `/v1/requests/${id}`);
      const writes = cost.calls.filter(({ command }) => command === 'TransactWriteItems');
      rows.push([
        2 * count,
        taken,
        again,
        answer.length - taken - again,
        after.request.approvers.length,
        (writes.length / count).toFixed(1),
        (cost.readUnits / count).toFixed(0),
        quantile(times, 0.5).toFixed(0),
        quantile(times, 1).toFixed(0),
      ]);
    }
  } finally {
    await ledger.stop();
  }
  const last = rows.at(-1)!;
  fact(
    `${last[0]} turns at once of ${OPERATORS} operators: keys turned, errors`,
    `${OPERATORS}, 0`,
    `${last[1]}, ${last[3]}`,
  );
  log('Turns at once', text(rows));
}

function text(rows: readonly (readonly (string | number)[])[]): string {
  return table(
    [
      'turns at once',
      'accepted',
      'refused, already turned',
      'other answers',
      'approvers at the end',
      'transactions per key turned',
      'read units per key turned',
      'p50, ms',
      'last, ms',
    ],
    rows,
  );
}

async function hire({ ports }: Ledger, roster: readonly OperatorId[]): Promise<void> {
  const door = await openSetUp(ports, { org: DEMO_ORG, by: SET_UP });
  if (!door.ok) throw new Error('the demo has one admin');
  for (const id of roster) {
    const operator = { id, name: id, email: `${id}@example.com`, role: 'operator' as const };
    await door.value.createOperator(operator);
  }
  const policy = {
    id: ACTION,
    title: 'Everybody agrees',
    roster,
    quorum: { default: 1, min: 1, max: roster.length, selectable: true },
    mode: 'independent' as const,
    coincidenceSeconds: 60,
    denySelfApproval: false,
    requiredParams: [],
    paramRules: [],
    ttlSeconds: 3600,
    maxOpen: null,
    display: null,
    turn: 'code' as const,
    integration: null,
  };
  await door.value.putAction(policy);
}
