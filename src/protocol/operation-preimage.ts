import { canonicalJson } from './canonical-json';

/** The text whose SHA-256 is the fingerprint of an operation. The console hashes it in the browser, everybody else in Node. */
export const operationPreimage = (action: string, params: Readonly<Record<string, string>>): string =>
  `service.operation.v1\0${canonicalJson({ action, params })}`;
