/** What a worker signed about its report: by which key, and about exactly this report (docs/decisions/signed-turns.md). */

import type { RequestId } from '../../src/protocol/identifiers';
import { publicKeyText } from '../../src/protocol/ssh/public-key';
import { statementHash } from '../../src/protocol/statements/turn';
import { judgeReport } from '../../src/service/execution/rules/claim';
import {
  type Receipt,
  type ReportedRun,
  receiptFault,
  receiptStatement,
  signingKeyText,
} from '../../src/service/request/rules/signed';
import { accepted, aRequest, at, claimedWith, claimId, REQUEST_ID, refused, turnedBy } from '../support/builders';
import { aSoftwareKey } from '../support/proof';

function aKey() {
  const { key, sign } = aSoftwareKey();
  return {
    text: publicKeyText(key),
    sign: (statement: string, namespace = 'worker@ras') => sign(namespace, statement),
  };
}
const KEY = aKey();
const INTENT = `sha256:${'b'.repeat(64)}`;
const REQUEST = claimedWith(
  'a',
  '12:20',
  600,
)(aRequest({ quorum: 1, executeWithinSeconds: 3600, params: { intent: INTENT } }, turnedBy('op_alpha', '12:10')));
const RUN: ReportedRun = { claimId: claimId('a'), status: 'succeeded', reference: 're_1' };
const RAN = { operationHash: REQUEST.operationHash, intent: INTENT };
const STATEMENT = receiptStatement(REQUEST_ID, RUN, RAN);
const RECEIPT: Receipt = { ...RAN, signature: KEY.sign(STATEMENT), key: 'key_1' as Receipt['key'] };

describe('the receipt of a report', () => {
  const fault = (receipt: Partial<Receipt> = {}, run: Partial<ReportedRun> = {}, key: string | null = KEY.text) =>
    receiptFault({ ...RECEIPT, ...receipt }, { ...RUN, ...run }, REQUEST_ID, key);

  it('the receipt of a report is signed by the registered key over the claim, the operation and the result', () => {
    expect(fault()).toBeNull();
    expect(JSON.parse(STATEMENT)).toEqual({
      v: 1,
      claim: claimId('a'),
      request: REQUEST_ID,
      operation_hash: REQUEST.operationHash,
      intent: INTENT,
      status: 'succeeded',
      reference: 're_1',
    });
  });

  it.each<[string, Partial<Receipt>, Partial<ReportedRun>]>([
    ['claim', {}, { claimId: claimId('b') }],
    ['status', {}, { status: 'failed' }],
    ['reference', {}, { reference: null }],
    ['operation', { operationHash: `sha256:${'0'.repeat(64)}` }, {}],
    ['intent', { intent: `sha256:${'0'.repeat(64)}` }, {}],
    ['namespace', { signature: KEY.sign(STATEMENT, 'turn@ras') }, {}],
  ])('a receipt is of another report if its %s differs', (_, receipt, run) =>
    expect(fault(receipt, run)).toBe('other_report'),
  );

  it('a receipt is of another report if its request differs', () => {
    const other = 'req_ffffffffffffffffffffffff' as RequestId;
    expect(receiptFault(RECEIPT, RUN, other, KEY.text)).toBe('other_report');
  });

  it('a receipt is refused for no key, no signature and another key, in this order', () => {
    const other = aKey();
    expect(fault({ signature: 'x' }, {}, null)).toBe('no_signing_key');
    expect(fault({ signature: 'x' }, {}, other.text)).toBe('malformed');
    expect(fault({}, {}, other.text)).toBe('other_key');
    expect(fault({ signature: other.sign(STATEMENT) })).toBe('other_key');
  });
});

describe('a report with a receipt', () => {
  const report = (receipt: Receipt | undefined) => ({ ...RUN, error: null, ...(receipt && { receipt }) });
  const made = (receipt: Receipt | undefined = RECEIPT) => judgeReport(REQUEST, report(receipt), at('12:25'));

  it('a report with a receipt keeps its signature and key, and the history has the hash of the statement', () => {
    const { request, entries } = accepted(made());
    expect(request).toMatchObject({ execution: { receipt: { signature: RECEIPT.signature, key: 'key_1' } } });
    expect(entries[0]?.data).toEqual({
      status: 'succeeded',
      reference: 're_1',
      error: null,
      statement: statementHash(STATEMENT),
    });
  });

  it('a receipt is refused if the worker ran another operation or intent', () => {
    for (const other of [{ operationHash: 'sha256:x' }, { intent: 'sha256:x' }]) {
      expect(refused(made({ ...RECEIPT, ...other }))).toEqual({ reason: 'other_operation' });
    }
  });

  it('the same report without its receipt is a repeat: the first one stays', () => {
    const once = accepted(made()).request;
    expect(accepted(judgeReport(once, report(undefined), at('12:26')))).toEqual({ request: once, entries: [] });
    const unsigned = accepted(judgeReport(REQUEST, report(undefined), at('12:25')));
    expect(unsigned.request).not.toHaveProperty('execution.receipt');
    expect(unsigned.entries[0]?.data).toEqual({ status: 'succeeded', reference: 're_1', error: null });
  });
});

describe('the signing key of an API key', () => {
  it('the signing key of an API key is stored without its comment and surrounding white space', () => {
    for (const text of [KEY.text, ` ${KEY.text}\n`, `${KEY.text} me@host and more`, KEY.text.replace(' ', ' \t ')]) {
      expect(signingKeyText(text)).toBe(KEY.text);
    }
  });

  it('the signing key of an API key is never a passkey, nor a key that cannot sign', () => {
    const point = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
    const passkey = { type: 'sk-ecdsa-sha2-nistp256@openssh.com', point, application: 'localhost' } as const;
    for (const text of ['', 'ssh-ed25519', 'ssh-rsa AAAA', publicKeyText(passkey)]) {
      expect(signingKeyText(text)).toBeNull();
    }
  });
});
