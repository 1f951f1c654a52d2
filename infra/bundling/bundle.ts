/** How every function is bundled: for the deployment, for the package, and for the tests that run the bundles. */
import { join } from 'node:path';
import { type BuildResult, buildSync } from 'esbuild';

export const ROOT = join(__dirname, '../..');

/** What openapi-backend loads to read and check documents, compile schemas and make mocks: it only has to route. */
const LEFT_OUT: Readonly<Record<string, string>> = Object.fromEntries(
  ['ajv', 'openapi-schema-validator', 'mock-json-schema', '@apidevtools/json-schema-ref-parser'].map((name) => [
    name,
    join(ROOT, 'infra/bundling/unused.cjs'),
  ]),
);

/** Bundles `src/lambda/<entry>.lambda.ts`, the AWS SDK included: its version is pinned here, and not by the runtime. */
export function bundleFunction(entry: string, outfile: string) {
  return buildSync({
    entryPoints: [join(ROOT, `src/lambda/${entry}.lambda.ts`)],
    outfile,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    // The modern builds of the SDK first: they shake to what is used.
    mainFields: ['module', 'main'],
    alias: LEFT_OUT,
    logLevel: 'error',
  }) satisfies BuildResult;
}
