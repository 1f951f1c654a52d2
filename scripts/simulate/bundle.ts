/** Bundles the processes of `npm run simulate`, because tsx makes the code a fifth slower. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PluginBuild } from 'esbuild';

const ROOT = join(__dirname, '../..');

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
    packages: 'external',
    logLevel: 'error',
    plugins: mistake === null ? [] : [{ name: 'mistake', setup: (plugin) => makes(plugin, mistake) }],
  });
  return outfile;
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
