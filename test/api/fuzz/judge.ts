/** What must hold of every answer, whatever was sent. */
import type { OrgId } from '../../../src/protocol/identifiers';
import type { Answer, Document, Operation } from '../../support/document';
import type { Things } from './furnish';
import type { Input } from './inputs';
import { type Caller, type Change, ORGS } from './world';

export interface Rules {
  readonly document: Document;
  /** Who calls, by the key or the cookie that is sent. */
  callerOf(input: Input): Caller;
  /** The statuses of which the caller must get one, or null if the operation decides. */
  mustRefuse(caller: Caller, operation: Operation | null, input: Input): Promise<readonly number[] | null>;
  /** Why a refused or reading call may change this, or null. */
  mayChange(operationId: string, status: number, change: Change): boolean;
  /** A person who signs in is shown the organization they sign in to, also in a browser of another organization. */
  readonly signsIn: ReadonlySet<string>;
}

export interface Judged {
  readonly input: Input;
  readonly caller: Caller;
  readonly operation: Operation | 'wrong_method' | 'unknown';
  readonly must: readonly number[] | null;
  readonly answer: Answer;
  readonly changes: readonly Change[];
  /** Everything that was sent since the tables were new, which an answer may repeat. */
  readonly sent: string;
}

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Everything that is wrong with one answer. */
export function faultsOf(rules: Rules, things: Things, judged: Judged): string[] {
  const { input, answer } = judged;
  const where = `${judged.caller.name}: ${input.method} ${input.path.slice(0, 300)} → ${answer.status}`;
  const body = JSON.stringify(answer.body).slice(0, 300);
  return [
    ...(answer.status >= 500 ? ['the service failed'] : []),
    ...(judged.must === null || judged.must.includes(answer.status) ? [] : [`it must be answered ${judged.must}`]),
    ...documentFaults(rules.document, judged),
    ...changeFaults(rules, judged),
    ...tenantFaults(rules, things, judged),
  ].map((fault) => `${fault}: ${where} ${body}`);
}

function documentFaults(document: Document, { input, operation, must, answer }: Judged): string[] {
  if (input.method === 'HEAD') return [];
  if (typeof operation !== 'string') return listed(document.faultOf(operation, answer));
  if (must !== null) return [];
  const allowed = operation === 'wrong_method' ? 405 : 404;
  if (answer.status !== allowed) return [`${operation} is answered ${allowed}`];
  if (allowed === 405 && answer.headers.get('allow') === null) return ['a 405 names what is allowed'];
  return listed(document.problemFault(answer.body));
}

const listed = (fault: string | null): string[] => (fault === null ? [] : [fault]);

function changeFaults(rules: Rules, { input, operation, answer, changes }: Judged): string[] {
  if (answer.status < 400 && !isRead(input.method)) return [];
  const name = typeof operation === 'string' ? operation : operation.operationId;
  return changes
    .filter((change) => !rules.mayChange(name, answer.status, change))
    .map(({ table, pk, sk }) => `it changed ${pk} ${sk} in the table ${table}`);
}

function tenantFaults({ signsIn }: Rules, { marks }: Things, judged: Judged): string[] {
  const { caller, operation, answer, changes, sent } = judged;
  if (typeof operation !== 'string' && signsIn.has(operation.operationId)) return [];
  const text = JSON.stringify(answer.body);
  const others = ORGS.filter((org) => org !== caller.org);
  const shown = others.flatMap((org) => marks.get(org)!).filter((mark) => text.includes(mark) && !sent.includes(mark));
  const changed = changes.filter(({ pk }) => others.includes(pk.split('#')[0] as OrgId));
  return [
    ...shown.map((mark) => `it shows ${mark} of another organization`),
    ...changed.map(({ pk }) => `it changed ${pk} of another organization`),
  ];
}
