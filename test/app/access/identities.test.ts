/** Accounts of the identity provider that an admin connects to operators, over tables in memory. */

import { createConfigStore } from '../../../src/adapters/dynamodb/administration/config-store';
import { makeEdit } from '../../../src/app/administration/make-edit';
import { DEMO_ORG } from '../../../src/local/demo';
import type { OperatorId } from '../../../src/protocol/identifiers';
import { BRAVO, CHARLIE } from '../../support/builders';
import { type Ledger, openLedger } from '../../support/ledger';
import { PERMIT } from '../../support/permit';
import { losingAnswers } from '../../support/tables';

const ISSUER = 'https://login.acme.dev';
const BY_ALPHA = { org: DEMO_ORG, by: 'op_alpha' };

describe('an account of the identity provider', () => {
  let ledger: Ledger;
  beforeEach(async () => {
    ledger = await openLedger({ memory: true });
    const provider = {
      issuer: ISSUER,
      clientId: 'console',
      sealedSecret: null,
      acrValues: [],
      maxAgeSeconds: 28_800,
      forbidsMailLinks: false,
    };
    await makeEdit(ledger.ports, BY_ALPHA, { kind: 'set_identity_provider', provider }, PERMIT);
  });
  afterEach(() => ledger?.stop());

  const connect = (id: OperatorId, subject: string, issuer = ISSUER) =>
    makeEdit(ledger.ports, BY_ALPHA, { kind: 'connect_identity', id, issuer, subject }, PERMIT);
  const disconnect = (owner: OperatorId, by = 'op_alpha') =>
    makeEdit(ledger.ports, { org: DEMO_ORG, by }, { kind: 'disconnect_identity', owner }, PERMIT);
  const kindsOf = async (id: OperatorId) =>
    (await ledger.ports.config.operator(DEMO_ORG, id))!.journal.flatMap(({ entries }) =>
      entries.map(({ kind }) => kind),
    );
  const refused = (reason: string) => ({ ok: false, error: { reason } });

  it('an account is connected to one operator, who has no other account', async () => {
    expect(await connect(BRAVO, 'ada')).toMatchObject({ ok: true, value: { operator: BRAVO, former: [] } });
    expect(await connect(CHARLIE, 'ada')).toEqual(refused('identity_taken'));
    expect(await connect(BRAVO, 'cleo')).toEqual(refused('identity_taken'));
  });

  it('an account is connected although the answer to the write is lost', async () => {
    const config = createConfigStore(losingAnswers(ledger.tables));
    const edit = { kind: 'connect_identity', id: BRAVO, issuer: ISSUER, subject: 'ada' } as const;
    const connected = await makeEdit({ ...ledger.ports, config }, BY_ALPHA, edit, PERMIT);
    expect(connected).toMatchObject({ ok: true, value: { operator: BRAVO, revision: 1 } });
  });

  it('an account is connected only to an enabled operator, and only if it is of the organization’s provider', async () => {
    expect(await connect('op_nobody' as OperatorId, 'ada')).toEqual(refused('not_found'));
    expect(await connect(BRAVO, 'ada', 'https://other.example')).toEqual(refused('no_provider'));
    const operator = (await ledger.ports.config.operator(DEMO_ORG, BRAVO))!;
    const disabled = { ...operator, enabled: false, revision: operator.revision + 1 };
    await ledger.ports.config.saveOperator(disabled, PERMIT);
    expect(await connect(BRAVO, 'ada')).toEqual(refused('operator_disabled'));
  });

  it('an account that was disconnected can be connected to another operator, and names the one before', async () => {
    await connect(BRAVO, 'ada');
    expect(await disconnect(BRAVO)).toMatchObject({ ok: true });
    expect(await connect(CHARLIE, 'ada')).toMatchObject({ ok: true, value: { operator: CHARLIE, former: [BRAVO] } });
  });

  it('an account that moved twice names everybody before, the first one too, also where it came back', async () => {
    const ALPHA = 'op_alpha' as OperatorId;
    const moved: [OperatorId, OperatorId[]][] = [
      [BRAVO, []],
      [CHARLIE, [BRAVO]],
      [ALPHA, [BRAVO, CHARLIE]],
      [BRAVO, [BRAVO, CHARLIE, ALPHA]],
    ];
    for (const [operator, former] of moved) {
      expect(await connect(operator, 'ada')).toMatchObject({ ok: true, value: { operator, former } });
      expect(await disconnect(operator)).toMatchObject({ ok: true });
    }
  });

  it('disconnecting an operator who has no account is refused, and strikes no seat of the operator', async () => {
    const before = await kindsOf(BRAVO);
    expect(await disconnect(BRAVO)).toEqual(refused('not_found'));
    expect(await kindsOf(BRAVO)).toEqual(before);
  });

  it('the operator’s seats are struck if somebody else disconnects their account, and not if they do it themselves', async () => {
    await connect(BRAVO, 'ada');
    const before = (await kindsOf(BRAVO)).length;
    await disconnect(BRAVO, BRAVO);
    expect((await kindsOf(BRAVO)).length).toBe(before);
    await connect(CHARLIE, 'cleo');
    const connected = (await kindsOf(CHARLIE)).length;
    await disconnect(CHARLIE);
    expect((await kindsOf(CHARLIE)).length).toBe(connected + 1);
  });
});
