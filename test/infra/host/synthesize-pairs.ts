/**
 * `synthesize-pairs.ts`: reads configurations from its input, and writes the templates of each as a line. It runs in its
 * own process, where the library takes half as long as in jest.
 */
import { readFileSync, rmSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { checkedConfig } from '../../../infra/config';
import { deploymentStacks } from '../../../infra/stacks';
import { PROPS } from './context';
import type { StackTemplate } from './stack';
import type { Pair } from './update';

export interface Deployment {
  readonly config: object;
  /** `theirs`: as in an application that has no `cdk.json` of ours, with the library's defaults. */
  readonly app: 'ours' | 'theirs';
}

const APPS = {
  ours: PROPS,
  theirs: { context: { 'aws:cdk:bundling-stacks': [] }, builtinCloudFormationValidation: false },
};

for (const deployment of JSON.parse(readFileSync(0, 'utf8')) as Deployment[])
  process.stdout.write(`${JSON.stringify(synthesized(deployment))}\n`);

function synthesized({ config, app: whose }: Deployment): Pair {
  const app = new App(APPS[whose]);
  const stacks = deploymentStacks(app, checkedConfig(config, { allowPlaceholders: true }));
  const assembly = app.synth();
  const of = ({ artifactId }: { artifactId: string }) =>
    assembly.getStackArtifact(artifactId).template as StackTemplate;
  const pair = { data: of(stacks.data), service: of(stacks.service) };
  rmSync(app.outdir, { recursive: true });
  return pair;
}
