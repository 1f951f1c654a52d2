/** How every function is bundled: for the deployment, for the package, and for the tests that run the bundles. */
import { join } from 'node:path';
import { type BuildResult, buildSync } from 'esbuild';

export const ROOT = join(__dirname, '../..');

/** openapi-backend's router matches paths; what it loads besides is replaced by a few lines, or by a module of Node. */
const REPLACED: Readonly<Record<string, string>> = {
  lodash: join(ROOT, 'infra/bundling/lodash.cjs'),
  qs: 'node:querystring',
};

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
    alias: REPLACED,
    logLevel: 'error',
  }) satisfies BuildResult;
}
