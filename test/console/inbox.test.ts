/** The inbox at its boundaries: over tables in memory, at an exact time. */
import { DEMO_ORG } from '../../src/local/demo';
import type { RequestId } from '../../src/protocol/identifiers';
import { type Ledger, openLedger } from '../support/ledger';
import { openedOnce } from '../support/opened';

const SOON_MS = 15 * 60_000;

describe('the inbox at an exact time', () => {
  let nowMs = Date.UTC(2026, 10, 20, 12);
  const ledger: Ledger = openedOnce(() => openLedger({ memory: true, nowMs: () => nowMs }));

  const inbox = async (query: string) => {
    // A session ends while the time passes.
    await ledger.signIn('op_bravo');
    return (await ledger.api('op_bravo', 'GET', `/api/inbox?view=open&${query}`)).body;
  };
  /** When the new request ends. */
  const proposed = async (fields: object): Promise<number> => {
    const id = await ledger.proposed(fields);
    return (await ledger.requests.load(DEMO_ORG, id as RequestId))!.request.expiresAtMs;
  };
  const soonOf = async (query: string) => {
    const { counts } = await inbox(query);
    const { requests } = await inbox(`${query}&soon=true`);
    return [counts.soon, requests.length];
  };

  it('the inbox sorts a request without an amount after all others, also after an amount below zero', async () => {
    for (const amount of ['-5', undefined, '0', '12.50', 'many'])
      await ledger.proposed({ summary: 'sorted', params: amount === undefined ? {} : { amount } });
    const { requests } = await inbox('text=sorted&sort=amount');
    const amounts = requests.map(({ request }: { request: { params: { amount?: string } } }) => request.params.amount);
    expect(amounts.slice(0, 3)).toEqual(['12.50', '0', '-5']);
    expect(amounts.slice(3)).toEqual(expect.arrayContaining(['many', undefined]));
  });

  it('a request is among those that end soon from exactly 15 minutes before its end', async () => {
    const endsAtMs = await proposed({ summary: 'boundary' });
    nowMs = endsAtMs - SOON_MS - 1;
    expect(await soonOf('text=boundary')).toEqual([0, 0]);
    nowMs += 1;
    expect(await soonOf('text=boundary')).toEqual([1, 1]);
    nowMs = endsAtMs - 1;
    expect(await soonOf('text=boundary')).toEqual([1, 1]);
    nowMs = endsAtMs;
    expect(await soonOf('text=boundary')).toEqual([0, 0]);
  });

  it('the inbox counts the requests that end soon within the other filters', async () => {
    const endsAtMs = await proposed({ summary: 'within a filter' });
    await proposed({ summary: 'another filter', requester: 'op_charlie' });
    nowMs = endsAtMs - SOON_MS;
    expect(await soonOf('text=filter')).toEqual([2, 2]);
    expect(await soonOf('text=within')).toEqual([1, 1]);
    expect(await soonOf('text=filter&requester=op_charlie')).toEqual([1, 1]);
    expect(await soonOf('text=filter&action=demo.refund')).toEqual([0, 0]);
  });
});
