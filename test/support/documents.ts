/** An action with documents beside its requests, and documents as people attach them. */
import { createHash } from 'node:crypto';
import type { Kind } from './hostile-documents';
import type { House } from './house';

export const digestOf = (bytes: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

export async function declareDocuments(house: House, action: string, evidence: Readonly<Record<string, Kind>>) {
  const policy = {
    title: 'Run a migration',
    roster: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'],
    quorum: { default: 2, min: 1, max: 3, selectable: false },
    deny_self_approval: true,
    display: {
      v: 1,
      renderer: 1,
      title: '{database} to {version}',
      params: [
        { param: 'database', label: 'Database', format: { type: 'text' } },
        { param: 'version', label: 'Version', format: { type: 'code' } },
      ],
      hosts: [],
      evidence: Object.entries(evidence).map(([name, kind]) => ({ name, kind })),
    },
  };
  const made = await house.api('op_alpha', 'PUT', `/api/actions/${action}`, policy);
  if (made.status >= 300) throw new Error(`${action}: ${JSON.stringify(made.body)}`);
}

async function storeDocument(house: House, bytes: string | Uint8Array): Promise<string> {
  const digest = digestOf(bytes);
  const { status } = await fetch(`${house.url}/v1/evidence/${digest}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${house.running.demo.keys.proposer}`,
      'content-type': 'application/octet-stream',
    },
    body: typeof bytes === 'string' ? bytes : Buffer.from(bytes),
  });
  if (status >= 300) throw new Error(`storing a document: ${status}`);
  return digest;
}

/** A request with these documents, by name. */
export async function proposeWith(
  house: House,
  action: string,
  documents: Readonly<Record<string, string | Uint8Array>>,
  summary?: string,
): Promise<string> {
  const params: Record<string, string> = { database: 'ledger', version: '2026.11.3' };
  for (const [name, bytes] of Object.entries(documents)) params[`evidence.${name}`] = await storeDocument(house, bytes);
  const { status, body } = await house.propose({ action, requester: 'op_delta', params, ...(summary && { summary }) });
  if (status !== 202) throw new Error(`proposing: ${status} ${JSON.stringify(body)}`);
  return body.request.id as string;
}

export const CHANGE = `diff --git a/migrations/0042_payouts.sql b/migrations/0042_payouts.sql
new file mode 100644
--- /dev/null
+++ b/migrations/0042_payouts.sql
@@ -0,0 +1,7 @@
+begin;
+alter table payouts add column settled_at timestamptz;
+update payouts set settled_at = paid_at where state = 'paid';
+create index concurrently payouts_settled_at
+  on payouts (settled_at)
+  where settled_at is not null;
+commit;
diff --git a/src/payouts/settle.ts b/src/payouts/settle.ts
index 4c1f0aa..9d2be71 100644
--- a/src/payouts/settle.ts
+++ b/src/payouts/settle.ts
@@ -18,9 +18,9 @@ export async function settle(payout: Payout) {
   const bank = await banks.of(payout.account);
   if (bank === null) return refuse('unknown bank');
 
-  const limit = limits.daily(payout.currency);
-  if (payout.amount > limit) return hold(payout);
+  const limit = limits.daily(payout.currency) * 10;
+  if (payout.amount >= limit) return hold(payout);
 
   await bank.transfer(payout);
-  return mark(payout, 'paid');
+  return mark(payout, 'settled');
 }
`;

export const TRANSCRIPT = `# Migration 0042, by the release agent

**Task:** add \`settled_at\` to payouts, and use it when a payout is settled.

1. Read \`src/payouts/settle.ts\` and the last three migrations.
2. Wrote the migration. The index is built concurrently, so payouts are not locked.
3. Ran it on a copy of the ledger:

\`\`\`sh
$ psql ledger_copy -f migrations/0042_payouts.sql
UPDATE 184203
Time: 41022.317 ms (00:41.022)
\`\`\`

> Charlie: what happens to payouts that are paid while it runs?

They have no \`settled_at\`. The nightly job fills them in:

- it runs at **02:00 UTC**
- see [the runbook](https://runbooks.acme.dev/payouts)

---

All 1,204 tests pass. I changed nothing else.
`;

export const PLAN = `{"steps":[{"run":"migrate","timeout":300},{"run":"verify","rows":184203}],"to":"ledger","to":"ledger_prod","limit":12345678901234567890,"note":"pay \\u202e000,1"}`;
