/**
 * The templates and commands with which restored tables belong to the data stack again. CloudFormation imports a resource
 * only under a logical id that its stack does not have, so the old tables leave the stack first. They are retained.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../infra/config';

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
}

export interface Import {
  /** The template without both tables. Its outputs name the restored ones. */
  readonly without: Template;
  /** The data stack's own template, whose tables are kept whatever happens. */
  readonly with: Template;
  /** The value of CloudFormation's `--resources-to-import`. */
  readonly resources: readonly {
    readonly ResourceType: string;
    readonly LogicalResourceId: string;
    readonly ResourceIdentifier: { readonly TableName: string };
  }[];
}

const TABLE = 'AWS::DynamoDB::GlobalTable';

/** `data`: the template of the data stack as this release makes it. */
export function importOf(data: Template, existing: NonNullable<Config['existingTables']>): Import {
  const tables = Object.entries(data.Resources).filter(([, { Type }]) => Type === TABLE);
  const lost = tables.filter(([, { DeletionPolicy }]) => !/^Retain/.test(DeletionPolicy ?? ''));
  if (lost.length > 0)
    throw new Error(`${lost.map(([id]) => id).join(', ')} would be deleted: deploy with "protectData": true first`);
  const values: Readonly<Record<string, string>> = {
    MainTable: existing.main,
    MainTableStream: existing.mainStreamArn,
    TransientTable: existing.transient,
  };
  const Outputs = Object.fromEntries(
    Object.entries(data.Outputs).map(([name, output]) => [name, { ...output, Value: values[name] ?? output.Value }]),
  );
  const others = Object.entries(data.Resources).filter(([, { Type }]) => Type !== TABLE);
  const kept = tables.map(([id, table]) => [id, { ...table, DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' }]);
  return {
    without: { ...data, Resources: Object.fromEntries(others), Outputs },
    // An import may not change an output.
    with: { ...data, Resources: { ...data.Resources, ...Object.fromEntries(kept) }, Outputs },
    resources: tables.map(([id]) => ({
      ResourceType: TABLE,
      LogicalResourceId: id,
      ResourceIdentifier: { TableName: id.includes('TablesMain') ? existing.main : existing.transient },
    })),
  };
}

/** Writes the templates beside the deployment's file. Returns the commands to run. */
export function writeImport(template: string, stack: string, file: string, config: Config): string[] {
  if (config.existingTables === null) throw new Error(`${file}: there are no existingTables to import`);
  const folder = `${file}.import`;
  mkdirSync(folder, { recursive: true });
  const data = JSON.parse(readFileSync(template, 'utf8')) as Template;
  const made = importOf(data, config.existingTables);
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
  write('1-without-tables.json', made.without);
  write('2-with-tables.json', made.with);
  write('resources.json', made.resources);
  return [
    ...importCommands(stack, config.region, folder),
    `# then take existingTables out of ${file}, and deploy all stacks with the checkout that made the template:`,
    `npx cdk deploy --all -c stage=${config.stage} -c config=${file}`,
  ];
}

/** Run these commands in this order, each after the previous one has ended. */
function importCommands(stack: string, region: string, folder: string): string[] {
  const aws = 'aws cloudformation';
  const common = `--region ${region} --stack-name ${stack} --capabilities CAPABILITY_IAM`;
  const change = `--region ${region} --stack-name ${stack} --change-set-name import-tables`;
  return [
    `${aws} update-stack ${common} --template-body file://${folder}/1-without-tables.json`,
    `${aws} wait stack-update-complete --region ${region} --stack-name ${stack}`,
    `${aws} create-change-set ${common} --change-set-name import-tables --change-set-type IMPORT --template-body file://${folder}/2-with-tables.json --resources-to-import file://${folder}/resources.json`,
    `${aws} wait change-set-create-complete ${change}`,
    `${aws} execute-change-set ${change}`,
    `${aws} wait stack-import-complete --region ${region} --stack-name ${stack}`,
  ];
}
