/**
 * `tsx synthesize.ts OUT STAGE…`: writes each deployment of `deployments/` as one template, `OUT/<stage>.json`: all stacks
 * together, with references instead of outputs of other stacks. It runs in its own process, because jest would take many
 * seconds to load the library in every file.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { checkedConfig } from '../../../infra/config';
import { deploymentStacks } from '../../../infra/stacks';
import { PROPS } from './context';

const ROOT = join(__dirname, '../../..');
/** `prod` with the tables that a restore in the tests makes: while they are attached, and afterwards. */
const RESTORED = {
  ...(read('deployments/prod.json') as object),
  existingTables: {
    main: 'TablesMainBB1D2EBD-restored',
    mainStreamArn: 'arn:aws:dynamodb:eu-central-1:000000000000:table/TablesMainBB1D2EBD-restored/stream/2026',
    transient: 'TablesTransientDF16FEB7-restored',
  },
};

const CONFIGURATIONS: Readonly<Record<string, object>> = {
  restored: RESTORED,
  frozen: { ...RESTORED, frozen: true },
  'on-call': {
    ...(read('deployments/prod.json') as object),
    operatorTrust: ['arn:aws:iam::111122223333:role/on-call', 'arn:aws:iam::111122223333:user/ada'],
  },
  held: { ...(read('deployments/prod.json') as object), reserveConcurrency: true, holdAnswers: true },
};

const [out, ...stages] = process.argv.slice(2) as [string, ...string[]];
for (const stage of stages) writeFileSync(join(out, `${stage}.json`), JSON.stringify(synthesized(stage)));

function synthesized(stage: string) {
  const app = new App(PROPS);
  const config = checkedConfig(CONFIGURATIONS[stage] ?? read(`deployments/${stage}.json`), {
    allowPlaceholders: true,
  });
  const { data, service, edge } = deploymentStacks(app, config);
  const assembly = app.synth();
  const templateOf = (stack: Stack) => assembly.getStackArtifact(stack.artifactId).template as Template;
  const [dataTemplate, serviceTemplate, edgeTemplate] = [templateOf(data), templateOf(service), templateOf(edge)];
  rmSync(app.outdir, { recursive: true });
  return {
    Resources: {
      ...dataTemplate.Resources,
      ...(within(serviceTemplate.Resources, dataTemplate.Outputs) as object),
      ...(within(edgeTemplate.Resources, { ...dataTemplate.Outputs, ...serviceTemplate.Outputs }) as object),
    },
    Outputs: within(serviceTemplate.Outputs, dataTemplate.Outputs),
    Stacks: { data: dataTemplate, service: serviceTemplate, edge: edgeTemplate },
  };
}

interface Template {
  readonly Resources: Readonly<Record<string, unknown>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Replaces another stack's output by the value of that output. */
function within(value: unknown, outputs: Template['Outputs']): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, outputs));
  if (typeof value !== 'object' || value === null) return value;
  const { 'Fn::GetStackOutput': reference } = value as { 'Fn::GetStackOutput'?: { OutputName: string } };
  if (reference !== undefined) return outputs[reference.OutputName]!.Value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, within(inner, outputs)]));
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
