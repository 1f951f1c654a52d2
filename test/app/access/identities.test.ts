/** Accounts of the identity provider that an admin connects to operators, over tables in memory. */

import { makeEdit } from '../../../src/app/administration/make-edit';
import { DEMO_ORG } from '../../../src/local/demo';
import type { OperatorId } from '../../../src/protocol/identifiers';
import { BRAVO, CHARLIE } from '../../support/builders';
import { openLedger } from '../../support/ledger';
import { openedForEach } from '../../support/opened';
import { PERMIT } from '../../support/permit';

const ISSUER = 'https://login.acme.dev';
const BY_ALPHA = { org: DEMO_ORG, by: 'op_alpha' };

describe('an account of the identity provider', () => {
  const ledger = openedForEach(() => openLedger({ memory: true }));
  beforeEach(async () => {
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

  const connect = (id: OperatorId, subject: string, issuer = ISSUER) =>
    makeEdit(ledger.ports, BY_ALPHA, { kind: 'connect_identity', id, issuer, subject }, PERMIT);
  const disconnect = (owner: OperatorId, by = 'op_alpha') =>
    makeEdit(ledger.ports, { org: DEMO_ORG, by }, { kind: 'disconnect_identity', owner }, PERMIT);
  const refused = (reason: string) => ({ ok: false, error: { reason } });

  it('an account is connected to one operator, who has no other account', async () => {
    expect(await connect(BRAVO, 'ada')).toMatchObject({ ok: true, value: { operator: BRAVO, former: [] } });
    expect(await connect(CHARLIE, 'ada')).toEqual(refused('identity_taken'));
    expect(await connect(BRAVO, 'cleo')).toEqual(refused('identity_taken'));
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

  it('no seat of operators is struck who disconnect their own account', async () => {
    await connect(BRAVO, 'ada');
    const before = await ledger.ports.config.operator(DEMO_ORG, BRAVO);
    await disconnect(BRAVO, BRAVO);
    expect(await ledger.ports.config.operator(DEMO_ORG, BRAVO)).toEqual(before);
  });
});
