/** TypeScript types of a document, by openapi-typescript. */
import type { BundledDocument } from './bundle';

const HEADER = '// Generated from openapi/ by "npm run generate". Edit the document instead.\n';

export async function typesOf(document: BundledDocument): Promise<string> {
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const nodes = await openapiTS(JSON.stringify(document), {
    alphabetize: false,
    silent: true,
    defaultNonNullable: false,
  });
  return `${HEADER}${astToString(nodes)}`;
}
