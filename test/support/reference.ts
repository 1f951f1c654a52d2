/** The operations of the API reference, as its page gets them. */
import operatorConsole from '../../generated/console.openapi.json';
import service from '../../generated/service.openapi.json';
import { type ApiDocument, referenceOf } from '../../scripts/build-docs/reference';
import { operationsOf } from '../../scripts/generate/bundle';

interface Answer {
  readonly content?: {
    readonly 'application/json'?: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
  };
}

export interface Referred {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly responses: Readonly<Record<string, Answer>>;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
}

const document = referenceOf(service as unknown as ApiDocument, operatorConsole as unknown as ApiDocument);

export const REFERENCE: readonly Referred[] = operationsOf(document).map(({ path, method, operation }) => ({
  ...(operation as unknown as Omit<Referred, 'path' | 'method'>),
  path,
  method,
}));
