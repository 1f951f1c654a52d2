/** The start time of a new instance: each deployed bundle, compared with a naive one. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { FUNCTIONS } from '../infra/bundling/bundle';
import { bundle } from '../test/infra/host/functions';
import { environmentOf, synthesize } from '../test/infra/host/stack';
import { fact, log, table } from './report';
import { LAMBDA_NODE, needLambdaNode } from './support/lambda-node';
import { interleaved, interval, median, pairedRatio, said } from './support/stats';

const ROOT = join(__dirname, '..');
const REPEATS = 20;
const DOCUMENTS: Readonly<Record<string, string>> = { api: 'service', console: 'console' };

interface Bundle {
  readonly file: string;
  readonly kib: number;
  /** As the deployment gives it to the function. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Pair {
  readonly name: string;
  readonly ours: Bundle;
  readonly naive: Bundle;
  /** If the function has a document: a naive one that also compiles its schemas. */
  readonly compiling: Bundle | null;
}

/** How long each start of a bundle took, minus the start of an empty one, in ms. */
type Starts = ReadonlyMap<Bundle, readonly number[]>;

export async function cold(): Promise<void> {
  const version = needLambdaNode();
  const folder = mkdtempSync(join(tmpdir(), 'bench-cold-'));
  try {
    const template = synthesize('prod');
    const empty = written(join(folder, 'empty.js'), 'exports.handler = async () => undefined;');
    const pairs = FUNCTIONS.map((name) => build(folder, name, environmentOf(template, name)));
    const bundles = pairs.flatMap(({ ours, naive, compiling }) => [
      ours,
      naive,
      ...(compiling === null ? [] : [compiling]),
    ]);
    const [idle, ...all] = await interleaved(
      [empty, ...bundles].map((each) => () => start(each)),
      { rounds: REPEATS },
    );
    const idleMs = median(idle!);
    const starts = new Map(bundles.map((each, at) => [each, all[at]!.map((ms) => ms - idleMs)]));
    facts(pairs, starts);
    log(`Starts on Node ${version}, minus that of an empty bundle, ${idleMs.toFixed(1)} ms`, text(pairs, starts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder: string, name: string, environment: Bundle['environment']): Pair {
  const entry = join(ROOT, `src/lambda/${name}.lambda.ts`);
  const file = join(folder, `${name}.js`);
  const clients = bundle(name, file);
  const naive = (kind: string, source: string): Bundle => {
    const from = join(folder, `${name}-${kind}.ts`);
    const to = join(folder, `${name}-${kind}.js`);
    writeFileSync(from, source);
    // As somebody would who gave it no thought: whole clients, esbuild's own settings.
    buildSync({
      entryPoints: [from],
      outfile: to,
      bundle: true,
      platform: 'node',
      target: 'node24',
      logLevel: 'error',
    });
    return measured(to, environment);
  };
  const whole = naiveSource(entry, clients);
  const document = DOCUMENTS[name];
  return {
    name,
    ours: measured(file, environment),
    naive: naive('naive', whole),
    compiling: document === undefined ? null : naive('compiling', `${whole}\n${compilingSource(document)}`),
  };
}

/** The same code with the complete clients, as after `import * as`. */
function naiveSource(entry: string, clients: readonly string[]): string {
  const packages = [...clients.map((client) => `client-${client}`), 'lib-dynamodb', 'util-dynamodb'];
  const imports = packages.map((name, n) => `import * as sdk${n} from '${modulePath(`@aws-sdk/${name}`)}';`);
  const all = packages.map((_, n) => `sdk${n}`).join(', ');
  return `${imports.join('\n')}\nObject.assign(globalThis, { sdk: [${all}] });\nexport { handler } from '${entry}';`;
}

/** openapi-backend as its page shows it: validators compiled when it starts. */
function compilingSource(document: string): string {
  return `
    import OpenAPIBackend from '${modulePath('openapi-backend')}';
    import Ajv2020 from '${modulePath('ajv')}/dist/2020';
    import addFormats from '${modulePath('ajv-formats')}';
    import definition from '${join(ROOT, `generated/${document}.openapi.json`)}';
    const backend = new OpenAPIBackend({
      definition: definition as never,
      // Its check of the document knows only OpenAPI 3.0, and would warn.
      strict: false,
      ajvOpts: { strict: false },
      customizeAjv: () => addFormats(new Ajv2020({ strict: false })) as never,
      handlers: { notFound: async () => undefined },
    });
    export const ready = backend.init();`;
}

function modulePath(name: string): string {
  return join(ROOT, 'node_modules', name);
}

function written(file: string, source: string): Bundle {
  writeFileSync(file, source);
  return measured(file, {});
}

function measured(file: string, environment: Bundle['environment']): Bundle {
  return { file, kib: statSync(file).size / 1024, environment };
}

/** Connections that a function opens when it starts are refused immediately, so nothing outside is reached. */
async function start({ file, environment }: Bundle): Promise<number> {
  const env = {
    ...environment,
    PATH: process.env.PATH ?? '',
    BUNDLE: file,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'none',
    AWS_SECRET_ACCESS_KEY: 'none',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  };
  const { stdout } = await promisify(execFile)(LAMBDA_NODE, [join(__dirname, 'support/init.cjs')], { env });
  // The bundle may have printed lines of its own before.
  return Number(stdout.split('\n').at(-1));
}

function facts(pairs: readonly Pair[], starts: Starts): void {
  const ratio = (ours: Bundle, other: Bundle) => median(starts.get(ours)!) / median(starts.get(other)!);
  const said = (ratios: readonly number[]) => `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  const compiling = pairs.flatMap((pair) => (pair.compiling === null ? [] : [ratio(pair.ours, pair.compiling)]));
  const naive = pairs.map((pair) => ratio(pair.ours, pair.naive));
  fact('start of api and console, to naive ones that compile their schemas', '≤ 0.5', said(compiling));
  fact('start of every function, to naive ones that compile nothing', '≤ 0.5', said(naive));
}

function text(pairs: readonly Pair[], starts: Starts): string {
  const time = (bundle: Bundle) => {
    const { low, high } = interval(starts.get(bundle)!);
    return `${median(starts.get(bundle)!).toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)})`;
  };
  const rows = pairs.flatMap(({ name, ours, naive, compiling }) =>
    [naive, compiling].flatMap((other, at) =>
      other === null
        ? []
        : [
            [
              at === 0 ? name : `${name}, schemas compiled at start`,
              ours.kib.toFixed(0),
              other.kib.toFixed(0),
              time(ours),
              time(other),
              said(pairedRatio(starts.get(ours)!, starts.get(other)!)),
            ],
          ],
    ),
  );
  return table(['function', 'KiB', 'naive KiB', 'ms', 'naive ms', 'ours to naive'], rows);
}
