/**
 * What templates are synthesized with in tests: the context of `cdk.json` without bundling, because the bundles have tests
 * of their own, and without the library's default rules, which `npm run synth` applies and which take most of its time.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppProps } from 'aws-cdk-lib';

const { context } = JSON.parse(readFileSync(join(__dirname, '../../../cdk.json'), 'utf8')) as {
  context: Record<string, unknown>;
};

export const PROPS = {
  context: { ...context, 'aws:cdk:bundling-stacks': [] },
  builtinCloudFormationValidation: false,
} satisfies AppProps;
