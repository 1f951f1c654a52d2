/**
 * What templates are synthesized with in tests: the context of `cdk.json` without bundling, because the bundles have tests
 * of their own, and without the library's default rules, which `npm run synth` applies and which take most of its time.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';

const { context } = JSON.parse(readFileSync(join(__dirname, '../../../cdk.json'), 'utf8')) as {
  context: Record<string, unknown>;
};

export const PROPS = {
  context: { ...context, 'aws:cdk:bundling-stacks': [] },
  builtinCloudFormationValidation: false,
} satisfies AppProps;

/** For a suite. The output is removed after the suite. */
export function anApp(own: Readonly<Record<string, unknown>> = {}): App {
  const app = new App({ ...PROPS, context: { ...PROPS.context, ...own } });
  outputs.push(app.outdir);
  return app;
}

const outputs: string[] = [];
// The program that synthesizes a deployment runs outside of suites and removes its own output.
if (typeof afterAll === 'function') {
  afterAll(() => {
    for (const folder of outputs) rmSync(folder, { recursive: true, force: true });
  });
}
