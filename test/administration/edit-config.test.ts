import { person } from '../../src/protocol/actor';
import { err, ok } from '../../src/protocol/result';
import { edited, type Journaled } from '../../src/service/configuration/rules/items';
import { editConfig } from '../../src/service/configuration/use-cases/edit-config';
import { accepted, refused } from '../support/builders';

interface Lamp extends Journaled {
  readonly lit: boolean;
  readonly turns: number;
}

const LAMP: Lamp = { lit: false, turns: 0, revision: 1, journal: [] };

/** A store of one item; `before` happens just before each save, in order. */
function aStore(...before: ((store: { item: Lamp }) => 'refuse' | 'lose the answer' | 'save')[]) {
  const store = { item: LAMP, saves: 0 };
  const save = async (next: Lamp): Promise<'saved' | 'conflict'> => {
    const what = before[store.saves++]?.(store) ?? 'save';
    if (what === 'refuse' || next.revision !== store.item.revision + 1) return 'conflict';
    // As it is read back: what was undefined is gone, and the store's own fields are there.
    store.item = { ...(JSON.parse(JSON.stringify(next)) as Lamp), ...{ org: 'org_test' } };
    return what === 'lose the answer' ? 'conflict' : 'saved';
  };
  return { store, load: async () => store.item, save };
}

const lightIt = (lamp: Lamp) =>
  ok(
    edited<Lamp>(lamp, { lit: true, turns: lamp.turns + 1 }, [
      { at: 5, kind: 'endpoint.updated', subject: 'l', ...person('a'), data: {} },
    ]),
  );

describe('an edit of configuration', () => {
  it('an edit is made on what is stored if somebody else wrote first', async () => {
    const { store, load, save } = aStore((current) => {
      current.item = edited<Lamp>(current.item, { turns: 10 }, []);
      return 'save';
    });
    expect(accepted(await editConfig({ load, save, decide: lightIt }))).toMatchObject({ lit: true, turns: 11 });
    expect(store.item).toMatchObject({ lit: true, turns: 11, revision: 3 });
  });

  it('an edit is not made twice if the answer to its write is lost', async () => {
    const { store, load, save } = aStore(() => 'lose the answer');
    expect(accepted(await editConfig({ load, save, decide: lightIt }))).toMatchObject({ lit: true, turns: 1 });
    expect(store.item).toMatchObject({ turns: 1, revision: 2 });
    expect(store.saves).toBe(1);
  });

  it('an edit that loses seven writes is made by the eighth, and one that loses eight is refused', async () => {
    const losing = (writes: number) => aStore(...Array.from({ length: writes }, () => () => 'refuse' as const));
    const seven = losing(7);
    expect(accepted(await editConfig({ ...seven, decide: lightIt }))).toMatchObject({ lit: true, turns: 1 });
    const eight = losing(8);
    expect(refused(await editConfig({ ...eight, decide: lightIt }))).toEqual({ reason: 'edited_meanwhile' });
    expect(eight.store).toEqual({ item: LAMP, saves: 8 });
  });

  it('an edit that changes nothing, finds nothing or is refused writes nothing', async () => {
    const { store, load, save } = aStore();
    expect(accepted(await editConfig<Lamp, never>({ load, save, decide: ok }))).toBe(LAMP);
    expect(refused(await editConfig<Lamp, never>({ load: async () => null, save, decide: ok }))).toEqual({
      reason: 'not_found',
    });
    const decide = () => err({ reason: 'broken' as const });
    expect(refused(await editConfig<Lamp, { reason: 'broken' }>({ load, save, decide }))).toEqual({ reason: 'broken' });
    expect(store.saves).toBe(0);
  });
});
