/** Pages, entries of a history, and the clock of the service. */
import { observeServerNow, serverNow } from '../../../src/console/lib/clock';
import { factsOf, tell } from '../../../src/console/lib/history-text';
import { readAll } from '../../../src/console/lib/lists';

describe('every page of a list', () => {
  test('is read once, each from where the one before ended, until there is none', async () => {
    const asked: object[] = [];
    const pages = await readAll(async (page) => {
      asked.push(page);
      return { n: asked.length, cursor: asked.length < 3 ? `c${asked.length}` : null };
    });
    expect(asked).toEqual([{ limit: 100 }, { limit: 100, cursor: 'c1' }, { limit: 100, cursor: 'c2' }]);
    expect(pages.map(({ n }) => n)).toEqual([1, 2, 3]);
  });
});

describe('the clock of the service', () => {
  test('goes on from the newest answer, whatever the clock of this device says', () => {
    const answered = Date.UTC(2030, 0, 1);
    observeServerNow({ server_now: answered });
    expect(serverNow() - answered).toBeGreaterThanOrEqual(0);
    expect(serverNow() - answered).toBeLessThan(60_000);
    for (const other of [null, undefined, {}, { server_now: '7' }]) observeServerNow(other);
    expect(serverNow() - answered).toBeLessThan(60_000);
  });
});

describe('an entry of a history', () => {
  const nameOf = (id: string) => ({ op_a: 'Alpha', op_b: 'Bravo' })[id] ?? id;
  const told = (kind: string, actor: string, data = {}) => tell({ kind, actor, data }, nameOf);

  test('is told in words with the names of people; a kind that is not known is shown as it is', () => {
    expect(told('key.turned', 'op_a')).toMatchObject({ who: 'Alpha', what: 'turned a key' });
    expect(told('request.aborted', 'system')).toMatchObject({ who: null, what: 'The request was aborted' });
    expect(told('request.authorized', 'system', { approvers: ['op_a', 'op_b'] }).detail).toBe('Keys of Alpha, Bravo');
    expect(told('something.new', 'op_b')).toMatchObject({ who: 'Bravo', what: 'something.new' });
  });

  test('has its data as short texts: instants as such, nothing that is empty', () => {
    const at = Date.UTC(2026, 10, 20, 12);
    const facts = factsOf({
      lease_expires_at: at,
      round: 2,
      approvers: ['op_a', 'op_b'],
      note: '',
      reason: null,
      flat: 7,
      wrong: { left: 4 },
    });
    expect(facts.map(([name]) => name)).toEqual(['lease expires at', 'round', 'approvers', 'flat', 'wrong']);
    expect(facts.slice(1).map(([, text]) => text)).toEqual(['2', 'op_a, op_b', '7', '{"left":4}']);
    expect(facts[0]![1]).not.toContain(String(at));
  });
});
