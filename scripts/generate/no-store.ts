/** Every answer has the header that `src/lambda/http/answer.ts` adds. The document says so where it says nothing else. */
import type { BundledDocument } from './bundle';

const NO_STORE = {
  description: 'Always `no-store`: no answer may be kept by a cache.',
  required: true,
  schema: { type: 'string' },
  example: 'no-store',
};

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

export function withNoStore(document: BundledDocument): BundledDocument {
  const { components } = document;
  return {
    ...document,
    paths: mapped(document.paths, (item) => mapped(item, (operation) => withAnswers(operation))),
    components: {
      ...components,
      responses: mapped(components.responses ?? {}, (response) => withHeader(response as Response)),
      headers: { ...components.headers, NoStore: NO_STORE },
    },
  };
}

function withAnswers(operation: unknown): unknown {
  const { responses } = operation as { readonly responses?: Readonly<Record<string, Response>> };
  return responses === undefined ? operation : { ...(operation as object), responses: mapped(responses, withHeader) };
}

function withHeader(response: Response): Response {
  if (response.$ref !== undefined || response.headers?.['Cache-Control'] !== undefined) return response;
  return { ...response, headers: { ...response.headers, 'Cache-Control': { $ref: '#/components/headers/NoStore' } } };
}

const mapped = <From, To>(all: Readonly<Record<string, From>>, change: (one: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));
