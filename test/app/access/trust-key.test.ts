/** The rescue of an organization whose admins have lost every countersigned key, over tables in memory. */
import { createPasskeyStore } from '../../../src/adapters/dynamodb/access/passkey-store';
import { trustKey } from '../../../src/app/access/signing-keys/rescue';
import { keyOf } from '../../../src/app/access/signing-keys/statement';
import { openSetUp } from '../../../src/app/administration/set-up';
import type { Passkey } from '../../../src/core/access/passkey';
import { FOUR_EYES_ORG as ORG } from '../../../src/local/demo';
import type { OperatorId } from '../../../src/protocol/identifiers';
import { aPasskey } from '../../store/conformance/config-items';
import { type Ledger, openLedger } from '../../support/ledger';
import { losingAnswers } from '../../support/tables';

/** An ES256 key in COSE, as an authenticator writes it. */
const keyWith = (byte: string) =>
  Buffer.from(`a5010203262001215820${byte.repeat(32)}225820${byte.repeat(32)}`, 'hex').toString('base64url');
const ENROLLED = { enrolment: { atMs: 1, statement: 'e' } };
const COUNTERSIGNED = { ...ENROLLED, countersigned: { atMs: 1, by: 'op_echo', passkey: 'p', statement: 'c' } };

describe('the rescue of a signing key', () => {
  let ledger: Ledger;
  let rescues: string[];
  beforeEach(async () => {
    rescues = [];
    ledger = await openLedger({ memory: true });
  });
  afterEach(() => ledger?.stop());

  const origin = 'https://keys.acme.dev';
  async function keyOfOperator(operator: string, byte: string, fields: Partial<Passkey>): Promise<string> {
    const passkey = { ...aPasskey(ORG, `psk_${byte}`, { operator: operator as OperatorId }), publicKey: keyWith(byte) };
    await ledger.ports.passkeys.enrol({ ...passkey, ...fields }, 0);
    return keyOf({ origin }, passkey).fingerprint;
  }
  async function trust(fingerprint: string, passkeys = ledger.ports.passkeys) {
    const saveRescue: typeof ledger.ports.config.saveRescue = async (rescue) => {
      rescues.push(rescue.reason);
      return ledger.ports.config.saveRescue(rescue);
    };
    const deps = { ...ledger.ports, passkeys, config: { ...ledger.ports.config, saveRescue }, origin };
    const door = await openSetUp(deps, {
      org: ORG,
      by: 'admin-command',
      rescue: { command: 'trust-key', reason: 'lost' },
    });
    if (!door.ok) throw new Error('a reason opens the door');
    const trusted = await trustKey(deps, ORG, fingerprint, 'admin-command', door.value.permitted);
    return trusted.ok ? trusted.value.operator : trusted.error;
  }

  it('a rescue trusts the signing key of an admin, and is recorded first', async () => {
    const fingerprint = await keyOfOperator('op_echo', '01', ENROLLED);
    expect([await trust(fingerprint), rescues]).toEqual(['op_echo', ['lost']]);
  });

  it('a rescue trusts the signing key although the answer to the write is lost', async () => {
    const fingerprint = await keyOfOperator('op_echo', '01', ENROLLED);
    expect(await trust(fingerprint, createPasskeyStore(losingAnswers(ledger.tables)))).toBe('op_echo');
  });

  it('a rescue with a mistyped fingerprint is not recorded', async () => {
    await keyOfOperator('op_echo', '01', ENROLLED);
    expect([await trust('SHA256:mistyped'), rescues]).toEqual(['no_such_key', []]);
  });

  it('a rescue refuses the signing key of an operator who is not an admin', async () => {
    const fingerprint = await keyOfOperator('op_golf', '02', ENROLLED);
    expect([await trust(fingerprint), rescues]).toEqual(['no_admin', []]);
  });

  it('a rescue is refused while an enabled admin has a countersigned key', async () => {
    await keyOfOperator('op_foxtrot', '03', COUNTERSIGNED);
    const fingerprint = await keyOfOperator('op_echo', '01', ENROLLED);
    expect([await trust(fingerprint), rescues]).toEqual(['admin_can_sign', []]);
  });

  it('a rescue is possible although an operator who is not an admin has a countersigned key', async () => {
    await keyOfOperator('op_golf', '02', COUNTERSIGNED);
    const fingerprint = await keyOfOperator('op_echo', '01', ENROLLED);
    expect(await trust(fingerprint)).toBe('op_echo');
  });
});
