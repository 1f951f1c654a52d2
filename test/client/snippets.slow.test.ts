/**
 * Every TypeScript snippet of the documents compiles under `strict`. The snippets of one document are one program, in the
 * order in which they are read: a later one may use what an earlier one imports or declares.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { REFERENCE } from '../support/reference';

const ROOT = join(__dirname, '../..');
/** Inside the project, so that the snippets find the packages that they import. */
const OUT = join(ROOT, 'node_modules/.cache/snippets');
const run = promisify(execFile);

/** What a reader has of their own: the snippets do not say it. A name that a snippet declares itself takes its place. */
const OF_THE_READER = `
declare global {
  const baseUrl: string;
  const apiKey: string;
  const workerApiKey: string;
  const proposer: string;
  const worker: string;
  const intentKeys: readonly string[];
  const conversationId: string;
  const pay: { readonly execute: (args: { readonly to: string; readonly amount: string }) => Promise<string> };
  const secret: string;
  const session: string;
  const keys: string[];
  const id: string;
  const allowedSigners: string;
  const signal: AbortSignal;
  const callback_url: string;
  interface Refund { readonly charge: string; readonly amount: string }
  const refund: Refund;
  class Billing {
    constructor(idempotencyKey: string);
    readonly refunds: { create(refund: Refund): Promise<{ readonly id: string }> };
  }
  const db: {
    place(): Promise<string | null>;
    savePlace(place: string): Promise<void>;
    apply(event: import('request-authorization-service').RequestEvent): void;
    transaction(work: () => void | Promise<void>): Promise<void>;
  };
}
export {};
`;
/** For the construct, because its document leaves out the stack around it. */
const OF_A_STACK = `
declare global {
  const stack: import('constructs').Construct;
  const serviceUrl: string;
  const connection: import('aws-cdk-lib/aws-events').IConnection;
  const eventBus: import('aws-cdk-lib/aws-events').IEventBus;
  const runThePayout: import('aws-cdk-lib/aws-stepfunctions').IChainable;
}
export {};
`;

/** Each snippet of this document is for a client of its own, which `generators.slow.test.ts` generates. */
const GENERATED_ELSEWHERE = ['docs/generated-clients.md'];

const documents = execFileSync('git', ['ls-files', '--', 'README.md', 'src/client/README.md', 'docs/*.md'], {
  cwd: ROOT,
})
  .toString()
  .trim()
  .split('\n')
  .filter((path) => !GENERATED_ELSEWHERE.includes(path))
  .map((path) => ({ path, snippets: snippetsOf(readFileSync(join(ROOT, path), 'utf8')) }))
  .filter(({ snippets }) => snippets.length > 0);

/** The samples of the reference. Each is a program of its own. */
const samples = REFERENCE.map(({ operationId, 'x-codeSamples': all = [] }) => ({
  path: `sample of ${operationId}`,
  snippets: all.find(({ lang }) => lang === 'TypeScript')?.source ?? '',
}));

/** With empty lines in place of the prose, so that a line of a message is the line of the document. */
function snippetsOf(text: string): string {
  let inside = false;
  const lines = text.split('\n').map((line) => {
    if (/^\s*```/.test(line)) {
      inside = /^\s*```(ts|typescript)\b/.test(line);
      return '';
    }
    return inside ? line : '';
  });
  return lines.some((line) => line !== '') ? lines.join('\n') : '';
}

/** The compiler's complaints, in the terms of the documents. */
async function complaintsOf(programs: readonly { readonly path: string; readonly snippets: string }[]) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  writeFileSync(join(OUT, 'reader.ts'), OF_THE_READER);
  writeFileSync(join(OUT, 'stack.ts'), OF_A_STACK);
  const nameOf = (path: string) => `of-${path.replace(/\W/g, '-')}.ts`;
  for (const { path, snippets } of programs) writeFileSync(join(OUT, nameOf(path)), `${snippets}\nexport {};\n`);
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, noUncheckedIndexedAccess: false },
    ...{ target: 'es2023', lib: ['es2024', 'dom', 'dom.iterable'], module: 'esnext', moduleResolution: 'bundler' },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], resolveJsonModule: true },
    paths: {
      'request-authorization-service': [join(ROOT, 'src/client/index.ts')],
      'request-authorization-service/client': [join(ROOT, 'src/client/index.ts')],
      'request-authorization-service/testing': [join(ROOT, 'src/testing/service.ts')],
      'request-authorization-service/cdk': [join(ROOT, 'infra/index.ts')],
      'request-authorization-service/gate': [join(ROOT, 'src/gate/index.ts')],
    },
  };
  const files = ['reader.ts', 'stack.ts', ...programs.map(({ path }) => nameOf(path))];
  writeFileSync(join(OUT, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const said = await run(process.execPath, [tsc, '--singleThreaded', '-p', '.'], { cwd: OUT }).then(
    () => '',
    ({ stdout, message }: Error & { stdout: string }) => stdout || message,
  );
  return programs.reduce((text, { path }) => text.replaceAll(nameOf(path), path), said);
}

describe('the TypeScript snippets of the documents', () => {
  afterAll(() => rmSync(OUT, { recursive: true, force: true }));

  it('both READMEs have TypeScript snippets', () => {
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'src/client/README.md']));
  });

  const wrong = {
    path: 'wrong',
    snippets: snippetsOf(
      "# T\n\n```ts\nimport { createClient } from 'request-authorization-service';\ncreateClient({ baseURL: baseUrl });\n```\n",
    ),
  };
  /** Of one run, because most of its time goes into the types that both would read. */
  let complaints: { readonly ofWrong: string; readonly others: string };
  beforeAll(async () => {
    const all = await complaintsOf([wrong, ...documents, ...samples]);
    const [ofWrong = ''] = /^wrong\(.*\n(\s.*\n)*/.exec(all) ?? [];
    complaints = { ofWrong, others: all.slice(ofWrong.length) };
  }, 60_000);

  it('the TypeScript snippets of the documents compile under strict', () => {
    expect(samples.length).toBeGreaterThan(6);
    expect(complaints.others).toBe('');
  });

  it('a snippet that does not compile would be reported by document and line', () => {
    expect(complaints.ofWrong).toMatch(/^wrong\(5,\d+\): error/);
  });
});
