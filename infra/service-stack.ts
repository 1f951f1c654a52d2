/** The complete service (docs/design.md#parts). */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Config } from './config';
import { Alarms } from './constructs/alarms';
import { ConsoleSite } from './constructs/console-site';
import { Functions } from './constructs/functions';
import { HttpApi } from './constructs/http-api';
import { Queues } from './constructs/queues';
import { Secrets } from './constructs/secrets';
import { Tables } from './constructs/tables';

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: StackProps & { readonly config: Config }) {
    super(scope, id, { ...props, terminationProtection: config.protectData });
    const names = {
      serviceFunctionName: `request-authorization-${config.stage}-api`,
      consoleFunctionName: `request-authorization-${config.stage}-console`,
    };
    const secrets = new Secrets(this, 'Secrets', config);
    const tables = new Tables(this, 'Tables', { config, key: secrets.dataKey });
    const queues = new Queues(this, 'Queues');
    const http = new HttpApi(this, 'HttpApi', { config, ...names });
    const site = new ConsoleSite(this, 'ConsoleSite', {
      config,
      apiDomain: http.domainName,
      edgeSecret: secrets.edge,
    });
    const consoleOrigin = `https://${config.domain?.name ?? site.distribution.distributionDomainName}`;
    const functions = new Functions(this, 'Functions', { config, tables, queues, secrets, consoleOrigin, ...names });
    http.allow(functions.all.api);
    http.allow(functions.all.console);
    new Alarms(this, 'Alarms', { config, http, tables, queues, functions });
    new CfnOutput(this, 'BaseUrl', { value: consoleOrigin, description: 'of /v1, /api and the console' });
    new CfnOutput(this, 'MainTable', { value: tables.main.tableName });
    new CfnOutput(this, 'TransientTable', { value: tables.transient.tableName });
    new CfnOutput(this, 'ConsoleFiles', { value: site.files.bucketName });
    new CfnOutput(this, 'DataKey', { value: secrets.dataKey.keyArn });
    new CfnOutput(this, 'GivenUp', { value: functions.givenUp.bucketName, description: 'records to be replayed' });
    new CfnOutput(this, 'IntegrationsSecret', { value: secrets.integrations.secretArn });
  }
}
