/**
 * `npm run generate`: generates everything in `generated/`, nearly all of it from the OpenAPI documents.
 *
 * For each document: the bundled document (for the gateway and client generators), its TypeScript types, one
 * self-contained module of compiled validators, and the table of operations for the router. For all of them together: the
 * limits and defaults that code needs. Of the service's document also the events as an AsyncAPI document. The output depends only on the documents and on pinned packages.
 *
 * It also compiles the template of mails (`src/adapters/mail/mail.mjml`), picks the icons that the console imports out of Lucide's, lists the paths of the console's pages, and writes the script of a
 * proof to `docs/`, with its SHA-256, for auditors who keep a copy.
 *
 * `npm run generate -- --check` fails if something differs from the committed files.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Hex } from '../src/protocol/hash';
import { VERIFY_SCRIPT } from '../src/protocol/statements/verify-script';
import { asyncApiOf } from './generate/asyncapi';
import { type BundledDocument, bundleDocument } from './generate/bundle';
import { withComputedExamples } from './generate/examples';
import { iconsModule } from './generate/icons';
import { limitsModule } from './generate/limits';
import { mailTemplate } from './generate/mail';
import { withNoStore } from './generate/no-store';
import { operationsModule } from './generate/operations';
import { pagesModule } from './generate/pages';
import { withSharedAnswers } from './generate/shared-answers';
import { typesOf } from './generate/types';
import { validatorModules } from './generate/validators';
import { IS_CI } from './support/ci.cjs';
import { missing } from './support/needed.cjs';

const ROOT = join(__dirname, '..');
const absent = missing('The template of mails', 'mjml', 'tools');

async function generateAll(): Promise<Map<string, string>> {
  const documentOf = async (name: string) =>
    withComputedExamples(await bundleDocument(join(ROOT, 'openapi', `${name}.yaml`)));
  const [service, bundledConsole] = await Promise.all([documentOf('service'), documentOf('console')]);
  const operatorConsole = withSharedAnswers(bundledConsole);
  return new Map([
    ...(await generate('service', service)),
    ...(await generate('console', operatorConsole)),
    ['generated/limits.ts', limitsModule(service, operatorConsole)],
    ['generated/icons.ts', iconsModule(join(ROOT, 'src/console'))],
    ['generated/page-paths.ts', pagesModule(readFileSync(join(ROOT, 'src/console/page-table.tsx'), 'utf8'))],
    ...(absent === null || IS_CI ? await mails() : []),
    ['docs/verify.sh', VERIFY_SCRIPT],
    // In the format of `sha256sum`.
    ['docs/verify.sh.sha256', `${sha256Hex(VERIFY_SCRIPT)}  verify.sh\n`],
    ['generated/service.asyncapi.json', `${JSON.stringify(asyncApiOf(service), null, 2)}\n`],
  ]);
}

async function mails(): Promise<[string, string][]> {
  return [['generated/mail-template.ts', await mailTemplate(join(ROOT, 'src/adapters/mail/mail.mjml'))]];
}

async function generate(name: string, document: BundledDocument): Promise<Map<string, string>> {
  const validators = validatorModules(name, document);
  return new Map([
    [`generated/${name}.openapi.json`, `${JSON.stringify(withNoStore(document), null, 2)}\n`],
    [`generated/${name}.d.ts`, await typesOf(document)],
    [`generated/${name}-validators.js`, validators.code],
    [`generated/${name}-validators.d.ts`, validators.types],
    [`generated/${name}-operations.ts`, operationsModule(name, document)],
  ]);
}

async function main(): Promise<void> {
  if (absent !== null) console.log(absent);
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const { check } = values;
  const drifted: string[] = [];
  for (const [file, content] of await generateAll()) {
    const path = join(ROOT, file);
    if (existsSync(path) && readFileSync(path, 'utf8') === content) continue;
    drifted.push(file);
    if (!check) {
      mkdirSync(join(ROOT, 'generated'), { recursive: true });
      writeFileSync(path, content);
    }
  }
  if (check && drifted.length > 0) {
    console.error(`not up to date: ${drifted.join(', ')}. Run "npm run generate" and commit the result.`);
    process.exitCode = 1;
  } else {
    console.log(check ? 'everything generated is up to date' : `generated: ${drifted.join(', ') || 'nothing changed'}`);
  }
}

void main();
