/** How every function is bundled: for the deployment, for the package, and for the tests that run the bundles. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { buildSync } from 'esbuild';
import { type Inputs, writeLicences } from './licences';

export const ROOT = join(__dirname, '../..');

/** `api` for src/lambda/api.lambda.ts. */
export const FUNCTIONS: readonly string[] = readdirSync(join(ROOT, 'src/lambda'))
  .filter((name) => name.endsWith('.lambda.ts'))
  .map((name) => name.replace('.lambda.ts', ''));

interface Bundle {
  readonly code: Uint8Array;
  readonly inputs: Inputs;
}

/** Writes the bundle of `src/lambda/<entry>.lambda.ts`, with the licences of its packages beside it. Returns its modules. */
export function bundleFunction(entry: string, outfile: string): Inputs {
  bundles ??= keptBundles();
  const bundle = bundles.get(entry);
  if (bundle === undefined) throw new Error(`no function ${entry} in src/lambda`);
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, bundle.code);
  writeLicences(dirname(outfile), bundle.inputs);
  return bundle.inputs;
}

let bundles: ReadonlyMap<string, Bundle> | null = null;

/** Several commands of one run of CI bundle the same sources. It names an empty folder, in which the first keeps them. */
function keptBundles(): ReadonlyMap<string, Bundle> {
  const { KEPT_BUNDLES: folder = '' } = process.env;
  if (folder === '') return bundleAll();
  const file = join(folder, 'bundles');
  if (existsSync(file)) return deserialize(readFileSync(file));
  const made = bundleAll();
  // No process may read an incomplete file.
  writeFileSync(`${file}.${process.pid}`, serialize(made));
  renameSync(`${file}.${process.pid}`, file);
  return made;
}

/**
 * What is replaced in the bundles: the search for credentials, because a function finds them in its environment; the
 * parts of lodash that the router does not call; and the parser of queries, because the gateway parses them.
 */
export const REPLACED: Readonly<Record<string, string>> = {
  '@aws-sdk/credential-provider-node': join(ROOT, 'infra/bundling/credentials.ts'),
  lodash: join(ROOT, 'infra/bundling/lodash.cjs'),
  qs: 'node:querystring',
};

/**
 * Bundles all functions, including the AWS SDK, so that its version is pinned here and not by the runtime. Most modules
 * are shared, so one run reads each only once and takes a quarter of the time.
 */
function bundleAll(): ReadonlyMap<string, Bundle> {
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: FUNCTIONS.map((entry) => ({ in: `src/lambda/${entry}.lambda.ts`, out: entry })),
    outdir: ROOT,
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minify: true,
    // The SDK's modern builds come first, because unused code can be removed from them.
    mainFields: ['module', 'main'],
    alias: REPLACED,
    logLevel: 'error',
  });
  const codeOf = new Map(outputFiles.map(({ path, contents }) => [path, contents]));
  return new Map(
    FUNCTIONS.map((entry) => {
      const { inputs } = metafile.outputs[`${entry}.js`]!;
      return [entry, { code: codeOf.get(join(ROOT, `${entry}.js`))!, inputs }];
    }),
  );
}
