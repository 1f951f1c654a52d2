/** `request-authorization-service/gate`: the gate inside an agent's own process, for its tools. */
export { gateFunction, gateTools } from './adapters/frameworks';
export {
  createToolGate,
  type Execute,
  NotExecutedError,
  type ToolGate,
  type ToolGateOptions,
} from './adapters/tool-gate';
export type { Entry, GateLog, Ledger } from './core';
export { type DynamoDb, dynamodbLedger } from './ledger/dynamodb';
export { openFileLedger } from './ledger/file';
