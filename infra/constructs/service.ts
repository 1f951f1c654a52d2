/** The service without its data: functions, queues, the retry loop, API, CloudFront with the console, and the alarms. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Config } from '../config';
import { Alarms } from './alarms/alarms';
import { Budget } from './budget';
import { CanaryData } from './canary';
import { ConsoleSite } from './console-site';
import type { RequestAuthorizationData } from './data';
import { DataEvents } from './data-events';
import { DataReader } from './data-outputs';
import type { FunctionName } from './function-names';
import { Functions } from './functions';
import { HttpApi, RECEIVER_PATH } from './http-api';
import { Mails } from './mails';
import { Operator } from './operator';
import { Queues } from './queues';
import { Releases } from './releases';
import { logEmptying, removalOf } from './removal';

/** Never rename it: the stack of the access log reads it by this name. */
export const DISTRIBUTION_OUTPUT = 'DistributionId';

export interface RequestAuthorizationServiceProps {
  readonly config: Config;
  readonly data: RequestAuthorizationData;
}

export class RequestAuthorizationService extends Construct {
  /** `https://…` for `/v1`, `/api` and the console. */
  readonly baseUrl: string;
  /** `https://…` of API Gateway itself, for consumers in AWS that do not need CloudFront. */
  readonly apiUrl: string;
  /** The data stack, as this stack sees it. */
  readonly data: DataReader;
  readonly functions: Readonly<Record<FunctionName, lambda.Function>>;
  /** Where each alarm publishes: `page` or `ticket`. Null without alarms. */
  readonly alarmTopics: Alarms['topics'] | null;
  readonly queues: Queues;
  /** The secret with which CloudFront identifies itself. */
  readonly edgeSecret: secretsmanager.ISecret;
  /** The canary's credentials: the key for `npm run smoke`. Null without a canary. */
  readonly canarySecret: secretsmanager.ISecret | null;

  /** For people on call. Null if nobody may assume it. */
  readonly operatorRole: iam.IRole | null;

  constructor(scope: Construct, id: string, props: RequestAuthorizationServiceProps) {
    super(scope, id);
    const { config } = props;
    this.data = new DataReader(this, 'Data', config, props.data);
    const { tables, secrets, heads, evidence, givenUp } = this.data;
    this.queues = new Queues(this, 'Queues');
    this.edgeSecret = new secretsmanager.Secret(this, 'EdgeSecret', {
      description: 'what CloudFront proves itself with (docs/deploy.md#the-edge)',
      encryptionKey: secrets.dataKey,
      removalPolicy: removalOf(config),
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
    });
    const http = new HttpApi(this, 'HttpApi', { config });
    const site = new ConsoleSite(this, 'ConsoleSite', {
      config,
      apiDomain: http.domainName,
      edgeSecret: this.edgeSecret,
    });
    this.apiUrl = `https://${http.domainName}`;
    this.baseUrl = `https://${config.domain?.name ?? site.distribution.distributionDomainName}`;
    const output = (name: string, value: string, description: string) =>
      new CfnOutput(this, `Output${name}`, { value, description }).overrideLogicalId(name);
    output(DISTRIBUTION_OUTPUT, site.distribution.distributionId, 'of CloudFront');
    output('BaseUrl', this.baseUrl, 'of /v1, /api and the console');
    if (config.domain !== null)
      output('DnsTarget', site.distribution.distributionDomainName, 'what the DNS record of the host name points at');
    const mails = new Mails(this, 'Mails', config);
    const canary = config.canaryMinutes === null ? null : new CanaryData(this, 'Canary', secrets.dataKey);
    this.canarySecret = canary === null ? null : canary.credentials;
    // One for each deployment, so that no metric needs a dimension for it.
    const metricsNamespace = `RequestAuthorization/${Stack.of(this).stackName}`;
    const functions = new Functions(this, 'Functions', {
      config,
      tables,
      queues: this.queues,
      secrets,
      edgeSecret: this.edgeSecret,
      givenUp,
      heads,
      evidence,
      mails: mails.set,
      consoleOrigin: this.baseUrl,
      canary,
      receiverUrl: `${this.apiUrl}${RECEIVER_PATH}`,
      metricsNamespace,
    });
    this.functions = functions.all;
    http.answerService(functions.live.api, functions.live.feed);
    http.answerConsole(functions.live.console, functions.live.watch);
    if (functions.ofCanary !== null) http.answerCanary(functions.ofCanary.receiver);
    const { operatorTrust: trusted } = config;
    const ofOperator = { tables, queues: this.queues, secrets, givenUp, canarySecret: this.canarySecret, functions };
    this.operatorRole =
      trusted.length === 0
        ? null
        : new Operator(this, 'Operator', { ...ofOperator, trusted, dataStack: Stack.of(props.data).stackName }).role;
    const watched = { config, http, tables, queues: this.queues, functions, mails, heads, metricsNamespace };
    const alarms = config.alarms ? new Alarms(this, 'Alarms', watched) : null;
    this.alarmTopics = alarms?.topics ?? null;
    if (config.monthlyBudget !== null && !config.frozen)
      new Budget(this, 'Budget', { usd: config.monthlyBudget, email: config.ticketEmail ?? config.alarmEmail! });
    // No alarm of a restore may roll back the deployment that attaches its tables.
    if (config.gradualRelease && !config.frozen)
      new Releases(this, 'Releases', { live: functions.live, alarms: alarms?.ofRelease ?? [] });
    if (config.dataEvents)
      new DataEvents(this, 'DataEvents', {
        config,
        tables: [tables.main, tables.transient],
        buckets: { heads, evidence },
      });
    logEmptying(this, config);
  }
}
