/** Compares every answer of a test with the OpenAPI document: the status must be declared, and the body must match. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Answered, House } from './house';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, ResponseObject>>>>;
}

interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly 'x-kinds'?: readonly string[];
}

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
  return { ...house, api, v1 };
}

const opened = new Map<string, Contract>();

/** Read once for a suite, whose schemas are compiled once then. */
function contractOf(name: 'service' | 'console'): Contract {
  const contract = opened.get(name) ?? openContract(name);
  opened.set(name, contract);
  return contract;
}

export function openContract(name: 'service' | 'console'): Contract {
  const text = readFileSync(join(__dirname, '../../generated', `${name}.openapi.json`), 'utf8');
  const document = closed(JSON.parse(text)) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { int64: true } });
  addFormats(ajv, ['date-time', 'email', 'uri']);
  const compiled = new Map<object, ValidateFunction>();
  const validatorOf = (schema: object): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components });
    compiled.set(schema, known);
    return known;
  };
  return {
    held(method, path, answered) {
      const operation = operationOf(document, method, path);
      const at = `${operation.operationId} ${answered.status}`;
      const response = responseOf(document, operation, answered.status);
      if (response === null) throw new Error(`${at}: the document declares no such status`);
      const type = answered.headers.get('content-type')?.split(';')[0] ?? '';
      const media = response.content?.[type];
      if (media === undefined) throw new Error(`${at}: the document declares no ${type}`);
      const validate = validatorOf(media.schema);
      if (!validate(answered.body)) throw new Error(`${at}: ${ajv.errorsText(validate.errors)}`);
      const { kind } = answered.body as { kind?: string };
      const kinds = response['x-kinds'] ?? [];
      if (answered.status >= 400 && kind !== undefined && !kinds.includes(kind)) {
        throw new Error(`${at}: the document declares ${kinds.join(', ') || 'no kind'}, not ${kind}`);
      }
      return answered;
    },
  };
}

/** A field that the document does not have is a mistake of the answer or of the document. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const isOpenObject = typeof copy.properties === 'object' && 'type' in copy && !('additionalProperties' in copy);
  return isOpenObject ? { ...copy, additionalProperties: false } : copy;
}

function operationOf({ paths }: Document, method: string, path: string): OperationObject {
  const plain = path.split('?')[0]!;
  // A path without parameters wins over one with a parameter.
  const matching = Object.keys(paths)
    .filter((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(plain))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const operation = matching
    .map((template) => paths[template]![method.toLowerCase()])
    .find((each) => each !== undefined);
  if (operation === undefined) throw new Error(`the document declares no ${method} ${plain}`);
  return operation;
}

function responseOf(document: Document, operation: OperationObject, status: number): ResponseObject | null {
  const response = operation.responses[String(status)];
  if (response === undefined) return null;
  if (response.$ref === undefined) return response;
  return document.components.responses![response.$ref.replace('#/components/responses/', '')]!;
}
