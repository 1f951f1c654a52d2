/** The code of functions and pages: built beforehand in the package, built at synthesis in this repository. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage, type ILocalBundling } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as s3deploy from 'aws-cdk-lib/aws-s3-deployment';

const ROOT = join(__dirname, '../..');
/** In the package, this file is part of `dist/cdk/index.js`, with `functions` and `console` beside it. */
const inPackage = (name: string): string | null => {
  const path = join(__dirname, name);
  return existsSync(path) ? path : null;
};

/** `api` for src/lambda/api.lambda.ts. */
export function functionCode(entry: string): lambda.Code {
  const built = inPackage(`functions/${entry}`);
  if (built !== null) return lambda.Code.fromAsset(built);
  return lambda.Code.fromAsset(join(ROOT, 'src/lambda'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: locally(entry, (outdir) => {
      const { bundleFunction } = require('./bundle') as typeof import('./bundle');
      bundleFunction(entry, join(outdir, 'index.js'));
    }),
  });
}

/**
 * The console's files. `hashed` are the files in `assets/`, whose names change with their content. `fixed` are
 * `index.html` and the files that it names by fixed names.
 */
export function consoleSource(part: 'hashed' | 'fixed'): s3deploy.ISource {
  const built = inPackage('console');
  const exclude = part === 'hashed' ? ['*', '!assets', '!assets/**'] : ['assets', 'assets/**'];
  if (built !== null) return s3deploy.Source.asset(built, { exclude });
  return s3deploy.Source.asset(join(ROOT, 'src/console'), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: locally(part, (outdir) => buildConsole(outdir, part)),
  });
}

/**
 * Docker is never used; the image is only there because the library requires one. The library bundles once for all
 * assets with the same source and options, so `what` makes them different.
 */
function locally(what: string, build: (outdir: string) => void) {
  const local: ILocalBundling = {
    tryBundle(outdir) {
      build(outdir);
      return true;
    },
  };
  return { image: DockerImage.fromRegistry('none'), command: [what], local };
}

function buildConsole(outdir: string, part: 'hashed' | 'fixed'): void {
  execFileSync(process.execPath, [join(ROOT, 'scripts/ensure-console.mjs')], { stdio: 'inherit' });
  const { cpSync } = require('node:fs') as typeof import('node:fs');
  const from = join(ROOT, 'dist/console');
  const isHashed = (path: string) => path.startsWith(join(from, 'assets'));
  cpSync(from, outdir, {
    recursive: true,
    filter: (path) => path === from || isHashed(path) === (part === 'hashed'),
  });
}
