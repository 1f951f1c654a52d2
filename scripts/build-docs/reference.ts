/** The API reference: `/v1`, and of the console the routes of the contract. */
import { type BundledDocument, operationsOf, resolved } from '../generate/bundle';

export interface ApiDocument extends BundledDocument {
  readonly info: { readonly title: string };
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
}

/** The documents have components of the same names, so what is added has its own inside. */
export function referenceOf(service: ApiDocument, operatorConsole: ApiDocument): ApiDocument {
  const paths: Record<string, Readonly<Record<string, unknown>>> = { ...service.paths };
  for (const { path, method, operation, parameters } of operationsOf(operatorConsole)) {
    if (!('tags' in operation)) continue;
    const whole = inlined(operatorConsole, { ...operation, parameters, security: operatorConsole.security });
    paths[path] = { ...paths[path], [method]: whole };
  }
  const { components } = service;
  const securitySchemes = { ...components.securitySchemes, ...operatorConsole.components.securitySchemes };
  return {
    ...service,
    paths,
    tags: [...service.tags, ...operatorConsole.tags],
    components: { ...components, securitySchemes },
  };
}

function inlined(document: BundledDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => inlined(document, each));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return inlined(document, resolved(document, node));
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inlined(document, value)]));
}
