/**
 * The role of people on call: the commands of the runbook run under exactly its statements, over the deployed functions and
 * the embedded database, and it may do nothing else (docs/runbook.md#going-back).
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENV } from '../../src/lambda/env';
import { aFolder } from '../support/folder';
import { TYPESCRIPT } from '../support/typescript';
import { type Deployment, deploy } from './host/deployment';
import { isGranted } from './host/permissions';
import {
  environmentOf,
  idOf,
  ON_CALL,
  plain,
  type Resource,
  resourcesOf,
  statementsOf,
  synthesize,
} from './host/stack';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);
const template = synthesize('on-call');
const statements = statementsOf(template, ON_CALL);
const may = (action: string, resource: string, keys?: readonly string[]) =>
  isGranted(statements, { action, resource, ...(keys === undefined ? {} : { keys }) });
const idOfFunction = (name: string) => idOf(template, 'AWS::Lambda::Function', `Functions${name}Function`);

describe('the role of people on call', () => {
  const folder = aFolder();
  let house: Deployment;
  beforeAll(async () => {
    house = await deploy(template);
  }, 60_000);
  afterAll(() => house?.stop());

  const command = (script: string, ...args: string[]) => {
    const { AWS_ACCESS_KEY_ID: _, ...env } = house.environment('dispatch');
    const names = { [ENV.dataKeyId]: house.environment('console')[ENV.dataKeyId], [ENV.consoleOrigin]: house.origin };
    return run(process.execPath, [...TYPESCRIPT, `scripts/${script}.ts`, ...args], {
      cwd: ROOT,
      env: { ...env, ...names, AWS_ACCESS_KEY_ID: ON_CALL, PATH: process.env.PATH ?? '' },
    });
  };

  it('every command of the administration and a replay run with this role', async () => {
    const org = ['--org', 'org_new'];
    const person = (id: string) => ['--id', id, '--name', 'Ada', '--email', `${id}@example.com`];
    await command('admin', 'create-org', ...org, ...person('op_ada'));
    await command('admin', 'create-operator', ...org, ...person('op_bo'));
    await command('admin', 'create-key', ...org, '--name', 'ci', '--scopes', 'propose,read');
    await command('admin', 'create-action', ...org, '--id', 'pay', '--name', 'Pay', '--roster', 'op_ada,op_bo');
    await command('admin', 'sign-in-link', ...org, '--id', 'op_ada');
    await command('admin', 'create-operator', ...org, ...person('op_cy'), '--role', 'admin');
    // From here on, two admins change the organization.
    await expect(command('admin', 'create-operator', ...org, ...person('op_di'))).rejects.toThrow('--rescue REASON');
    await command('admin', 'create-operator', ...org, ...person('op_di'), '--rescue', 'nobody is here');
    const powers = await command('admin', 'powers', ...org).catch((error: { stdout: string }) => error);
    expect(powers.stdout).toContain('pay');
    const file = join(folder, 'record.json');
    await house.settle();
    writeFileSync(
      file,
      JSON.stringify({ payload: JSON.stringify({ Records: house.streamed.flatMap((e) => e.Records) }) }),
    );
    expect((await command('replay', file)).stdout).toMatch(/: \d+ records handed over/);
    expect(house.aws.denied).toEqual([]);
  }, 120_000);

  it('the role cannot write the chain, messages, signatures, verdicts, passkeys or sessions', () => {
    const { main, transient } = house.tables;
    const items = [
      'org_a#AUDIT',
      'org_a#CAUSE#req_1',
      'org_a#SIGNED#req_1',
      'org_a#CHANGE#req_1',
      'org_a#VERDICT#req_1',
    ];
    for (const key of [...items, 'org_a#NOTICE#req_1', 'org_a#DLV#dlv_1', 'CREDENTIAL#abc'])
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'])
        expect([key, may(`dynamodb:${action}`, main, [key])]).toEqual([key, false]);
    expect(['PutItem', 'DeleteItem'].map((name) => may(`dynamodb:${name}`, main, ['org_a']))).toEqual([true, false]);
    for (const action of ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'])
      expect(may(`dynamodb:${action}`, transient, ['SESSION#abc'])).toBe(false);
    expect(may('kms:Sign', environmentOf(template, 'heads')[ENV.headKeyId]!)).toBe(false);
  });

  it('the role moves the aliases of the functions that callers reach, closes them, and changes no code and no other function', () => {
    for (const name of ['Api', 'Feed', 'Console', 'Watch']) {
      for (const action of ['GetAlias', 'UpdateAlias', 'ListVersionsByFunction', 'PutFunctionConcurrency'])
        expect([name, action, may(`lambda:${action}`, idOfFunction(name))]).toEqual([name, action, true]);
      for (const action of ['UpdateFunctionCode', 'UpdateFunctionConfiguration', 'PublishVersion', 'InvokeFunction'])
        expect(may(`lambda:${action}`, idOfFunction(name))).toBe(false);
    }
    expect(may('lambda:UpdateAlias', idOfFunction('Dispatch'))).toBe(false);
    expect(may('lambda:GetFunctionConfiguration', idOfFunction('Dispatch'))).toBe(true);
  });

  it('the role reads the canary’s key for the smoke test, the given-up records and the outputs, and no other secret', () => {
    const secret = (prefix: string) => idOf(template, 'AWS::SecretsManager::Secret', prefix);
    expect(may('secretsmanager:GetSecretValue', secret('CanaryCredentials'))).toBe(true);
    for (const other of ['SecretsCodes', 'SecretsIntegrations', 'EdgeSecret', 'CanaryMailbox'])
      expect(may('secretsmanager:GetSecretValue', secret(other))).toBe(false);
    const bucket = (prefix: string) => idOf(template, 'AWS::S3::Bucket', prefix);
    expect(may('s3:GetObject', `${bucket('GivenUp')}/record`)).toBe(true);
    expect(may('s3:GetObject', `${bucket('Evidence')}/evidence/org/1`)).toBe(false);
    for (const stack of ['request-authorization-prod', 'request-authorization-prod-data']) {
      const arn = `arn:aws:cloudformation:eu-central-1:000000000000:stack/${stack}/1`;
      expect([may('cloudformation:DescribeStacks', arn), may('cloudformation:UpdateStack', arn)]).toEqual([
        true,
        false,
      ]);
    }
  });

  it('only the roles and users of the setting may assume the role, and without the setting there is none', () => {
    const role = template.Resources[idOf(template, 'AWS::IAM::Role', 'OperatorRole')]!;
    expect(role.Properties.AssumeRolePolicyDocument.Statement).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { AWS: ['arn:aws:iam::111122223333:role/on-call', 'arn:aws:iam::111122223333:user/ada'] },
      },
    ]);
    expect(plain(template.Outputs.OperatorRole!.Value)).toMatch(/^OperatorRole/);
    const prod = synthesize('prod');
    const named = resourcesOf(prod).filter(([id]: [string, Resource]) => id.startsWith('Operator'));
    expect([named, prod.Outputs.OperatorRole!.Value]).toEqual([[], 'none']);
  });
});
