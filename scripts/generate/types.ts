/** TypeScript types of a document, by openapi-typescript. */
import type { BundledDocument } from './bundle';

const HEADER = '// Generated from openapi/ by "npm run generate". Edit the document instead.\n';

export async function typesOf(document: BundledDocument): Promise<string> {
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const nodes = await openapiTS(JSON.stringify(withKinds(document)), {
    alphabetize: false,
    silent: true,
    defaultNonNullable: false,
  });
  return `${HEADER}${astToString(nodes)}`;
}

/** Narrows `kind` in each response to its `x-kinds`. An answer with an undeclared kind must not compile. */
function withKinds<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withKinds) as T;
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withKinds(value)]));
  const kinds = copy['x-kinds'];
  const media = copy.content?.['application/json'];
  if (kinds === undefined || media === undefined) return copy as T;
  const narrowed = {
    allOf: [
      media.schema,
      { type: 'object', required: ['kind'], properties: { kind: { type: 'string', enum: kinds } } },
    ],
  };
  return { ...copy, content: { 'application/json': { ...media, schema: narrowed } } } as T;
}
