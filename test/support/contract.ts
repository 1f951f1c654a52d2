/** Compares every answer of a test with the OpenAPI document: the status must be declared, and the body must match. */
import { openDocument } from './document';
import type { Answered, House } from './house';
import { verbsOf } from './verbs';

export interface Contract {
  /** Throws if the document does not have the answer. Otherwise returns it. */
  held(method: string, path: string, answered: Answered): Answered;
}

/** The house, with every answer of `/api` and `/v1` compared with its document as it arrives. */
export function heldToContract(house: House): House {
  const contracts = { api: contractOf('console'), v1: contractOf('service') };
  const api: House['api'] = async (operator, method, path, body) =>
    contracts.api.held(method, path, await house.api(operator, method, path, body));
  const v1: House['v1'] = async (key, method, path, ...rest) =>
    contracts.v1.held(method, path, await house.v1(key, method, path, ...rest));
  return { ...house, ...verbsOf({ v1, api, code: house.code }), v1, api };
}

const opened = new Map<string, Contract>();

/** Read once for a suite, whose schemas are compiled once then. */
function contractOf(name: 'service' | 'console'): Contract {
  const contract = opened.get(name) ?? openContract(name);
  opened.set(name, contract);
  return contract;
}

export function openContract(name: 'service' | 'console'): Contract {
  const document = openDocument(name, { isClosed: true });
  return {
    held(method, path, answered) {
      const operation = document.operationFor(method, path);
      if (typeof operation === 'string') throw new Error(`${method} ${path}: ${operation}`);
      const fault = document.faultOf(operation, answered);
      if (fault !== null) throw new Error(`${operation.operationId} ${answered.status}: ${fault}`);
      return answered;
    },
  };
}
