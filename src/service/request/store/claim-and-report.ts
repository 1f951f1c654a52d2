/**
 * A claim and a report are each one conditional write without a read before it (docs/design.md#the-request-item-is-the-outbox).
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Tables } from '../../../adapters/dynamodb/client';
import { writeIf } from '../../../adapters/dynamodb/conditions';
import type { Item } from '../../../adapters/dynamodb/items';
import { dueShardOf, type Key, leasedPk, requestKey } from '../../../adapters/dynamodb/keys';
import type { OrgId, RequestId } from '../../../protocol/identifiers';
import type { RequestStore, StoredIntent } from '../ports';
import type { Caller } from '../rules/caller';
import { REQUEST_FORM } from '../rules/fields';
import { claimEntry, type Entry, type RunReport, reportEntry, startsCheck } from '../rules/journal';
import { CHECK_AFTER_MS } from '../rules/limits';
import type { Lease } from '../rules/request';
import type { KeptReceipt, Receipt } from '../rules/signed';
import { decodeIntent, readIntent } from './beside-request';
import { packRevision } from './journal-text';
import { ofActions } from './limited';
import { fromRequestItem, storedHash } from './request-conversion';

/**
 * The clauses of the conditions. `:now` is never earlier than the item
 * (docs/design.md#time-is-decided-once-for-each-item).
 */
const exists = 'attribute_exists(pk)';
const clockNotBehind = 'updated_at <= :now';
const authorizedWithIntent = 'attribute_exists(execute_by) AND #state <> :failed';
const insideWindow = ':now <= execute_by';
const integrationStillOpen = '(attribute_not_exists(integration_until) OR :now < integration_until)';
const noUnexpiredLease = '(attribute_not_exists(claim_id) OR lease_expires_at <= :now)';
const formIsKnown = 'min_form <= :form';
const notStopped = 'attribute_not_exists(stopped)';
const notReported = 'attribute_not_exists(reported_at)';
const holdsTheClaim = 'claim_id = :claim';

const CLAIM_CONDITION = [
  exists,
  authorizedWithIntent,
  integrationStillOpen,
  notStopped,
  notReported,
  noUnexpiredLease,
  insideWindow,
  clockNotBehind,
  formIsKnown,
].join(' AND ');

const CLAIM_UPDATE = [
  'prior_claim_at = if_not_exists(claimed_at, :never), claim_id = :claim, claimed_at = :now, lease_expires_at = :until, updated_at = :now',
  'work_pk = :leased, work_at = :until',
  'write_id = :claim, revision = revision + :one, journal = list_append(if_not_exists(journal, :empty), :record)',
];

const REPORT_CONDITION = [exists, holdsTheClaim, notReported, clockNotBehind].join(' AND ');
/** The worker signed this request's operation and intent. As a condition, this needs no read before the write. */
const signedThis = 'operation_hash = :operation AND (begins_with(params, :first) OR contains(params, :later))';
const SIGNED_REPORT_CONDITION = `${REPORT_CONDITION} AND ${signedThis}`;

export function writeClaim(tables: Tables, caller: Caller, id: RequestId, lease: Lease, intentRead?: StoredIntent) {
  return blindWrite(tables, caller.org, id, claimUpdate(caller, id, lease), intentRead);
}

type ReportWrite = Parameters<RequestStore['report']>[3];

export function writeReport(tables: Tables, org: OrgId, id: RequestId, report: RunReport, write: ReportWrite) {
  return blindWrite(tables, org, id, reportUpdate(org, id, report, write.id, write.nowMs), write.intent);
}

function claimUpdate(caller: Caller, id: RequestId, lease: Lease): Update {
  const entry = claimEntry(lease);
  const check = checkAfter(entry, caller.org, id);
  const limit = ofActions(caller);
  return {
    UpdateExpression: `SET ${[...CLAIM_UPDATE, ...check.set].join(', ')}`,
    ConditionExpression: limit === null ? CLAIM_CONDITION : `${CLAIM_CONDITION} AND ${limit.clause}`,
    ExpressionAttributeNames: { '#state': 'state', ...limit?.names },
    ExpressionAttributeValues: {
      ':claim': lease.claimId,
      ':now': lease.claimedAtMs,
      ':until': lease.leaseExpiresAtMs,
      ':leased': leasedPk(caller.org),
      ':failed': 'failed',
      ':form': REQUEST_FORM,
      ':never': 0,
      ':one': 1,
      ':empty': [],
      ':record': [packRevision([entry])],
      ...check.values,
      ...limit?.values,
    },
  };
}

/** A write with consequences sets its check (docs/design.md#the-request-item-is-the-outbox). */
function checkAfter({ kind, atMs }: Entry, org: OrgId, id: RequestId) {
  if (!startsCheck(kind)) return { set: [], values: {} };
  const values = { ':check': atMs + CHECK_AFTER_MS, ':shard': dueShardOf(requestKey(org, id)) };
  return { set: ['check_at = :check, due_pk = :shard, due_at = :check'], values };
}

function reportUpdate(org: OrgId, id: RequestId, report: RunReport, writeId: string, nowMs: number): Update {
  const { reference, error, receipt } = report;
  const entry = reportEntry(id, report, nowMs);
  const check = checkAfter(entry, org, id);
  const set = [
    'report_status = :status, reported_at = :now, updated_at = :now',
    ...check.set,
    'write_id = :write, revision = revision + :one',
    'journal = list_append(if_not_exists(journal, :empty), :record)',
    ...(reference === null ? [] : ['#reference = :reference']),
    ...(error === null ? [] : ['#error = :error']),
    ...(receipt === undefined ? [] : ['receipt = :receipt']),
  ];
  return {
    UpdateExpression: `SET ${set.join(', ')} REMOVE work_pk, work_at, window_closed`,
    ConditionExpression: receipt === undefined ? REPORT_CONDITION : SIGNED_REPORT_CONDITION,
    ...(reference === null && error === null ? {} : { ExpressionAttributeNames: reservedNames(report) }),
    ExpressionAttributeValues: {
      ':claim': report.claimId,
      ':write': writeId,
      ':status': report.status,
      ':now': nowMs,
      ':one': 1,
      ':empty': [],
      ':record': [packRevision([entry])],
      ...check.values,
      ...(reference === null ? {} : { ':reference': reference }),
      ...(error === null ? {} : { ':error': error }),
      ...(receipt === undefined ? {} : receiptValues(receipt)),
    },
  };
}

function receiptValues({ operationHash, intent, signature, key }: Receipt) {
  const param = `"intent":${JSON.stringify(intent)}`;
  return {
    ':receipt': JSON.stringify({ signature, key } satisfies KeptReceipt),
    ':operation': storedHash(operationHash),
    ':first': `{${param}`,
    ':later': `,${param}`,
  };
}

/** Both names are reserved words of DynamoDB. DynamoDB refuses a declared name that is not used. */
function reservedNames({ reference, error }: { readonly reference: string | null; readonly error: string | null }) {
  return {
    ...(reference === null ? {} : { '#reference': 'reference' }),
    ...(error === null ? {} : { '#error': 'error' }),
  };
}

type Update = Pick<
  ConstructorParameters<typeof UpdateCommand>[0],
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

async function blindWrite(tables: Tables, org: string, id: string, update: Update, intentRead?: StoredIntent) {
  const [outcome, read] = await Promise.all([
    updateOrLose(tables, requestKey(org, id), update),
    intentRead ?? readIntent(tables, org, id),
  ]);
  if (outcome.image === null) return null;
  const image = fromRequestItem(outcome.image);
  // The intent is written once, with its request. If the request was created after the key check, the check could not
  // read the intent.
  const missed = intentRead?.text === null && image.params.intent !== undefined;
  const envelope = decodeIntent(missed ? await readIntent(tables, org, id) : read);
  return outcome.written
    ? ({ kind: 'written', request: image, intent: envelope } as const)
    : ({ kind: 'conflict', current: image, intent: envelope } as const);
}

/** The item after the write, or the one that won. */
export async function updateOrLose(
  tables: Tables,
  key: Key,
  update: Update,
): Promise<{ written: boolean; image: Item | null }> {
  const command = new UpdateCommand({
    TableName: tables.main,
    Key: key,
    ...update,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const result = await writeIf(tables.client.send(command));
  return { written: result.written, image: result.written ? (result.answer.Attributes as Item) : result.stored };
}
