/** What a worker signs about a run that it reports. */
import { canonicalJson } from '../canonical-json';
import { isHash, isNullOr, isOne, isOneOf, isText, parseStatement } from './form';

export const WORKER_NAMESPACE = 'worker@ras';

export interface ExecutionStatement {
  readonly v: 1;
  readonly claim: string;
  readonly request: string;
  readonly operation_hash: string;
  /** The digest in `params.intent`. */
  readonly intent: string;
  readonly status: 'succeeded' | 'failed';
  readonly reference: string | null;
}

export const executionStatementText = (execution: ExecutionStatement): string => canonicalJson(execution);

export function parseExecutionStatement(text: string): ExecutionStatement | null {
  return parseStatement(text, EXECUTION) as ExecutionStatement | null;
}

const EXECUTION = {
  v: isOne,
  claim: isText,
  request: isText,
  operation_hash: isHash,
  intent: isHash,
  status: isOneOf('succeeded', 'failed'),
  reference: isNullOr((value) => typeof value === 'string'),
};
