/** The environment of each function: names of tables, queues, keys and secrets, but never a secret. */
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type * as ses from 'aws-cdk-lib/aws-ses';
import type { Config } from '../config';
import type { CanaryData } from './canary';
import type { ServiceSecrets } from './data-outputs';
import { destinationsText } from './destinations';
import type { CanaryFunctionName, FunctionName } from './function-names';
import type { Queues } from './queues';
import type { ServiceFunctionProps } from './service-function';
import type { ServiceTables } from './tables';

export interface EnvironmentProps {
  readonly config: Config;
  readonly tables: ServiceTables;
  readonly queues: Queues;
  readonly secrets: ServiceSecrets;
  /** The secret with which CloudFront identifies itself. */
  readonly edgeSecret: secretsmanager.ISecret;
  /** Published heads of the audit chains. */
  readonly heads: s3.IBucket;
  /** Documents beside requests. */
  readonly evidence: s3.IBucket;
  readonly mails: ses.IConfigurationSet;
  readonly consoleOrigin: string;
  /** Of this deployment's own metrics. */
  readonly metricsNamespace: string;
  /** Null where the deployment has no canary. */
  readonly canary: CanaryData | null;
  /** The URL to which the canary's events are posted. */
  readonly receiverUrl: string;
}

type Environment = ServiceFunctionProps['environment'];

export function environmentOf(name: FunctionName, props: EnvironmentProps): Environment {
  const { queues, secrets, edgeSecret, heads, mails, config, consoleOrigin, canary } = props;
  const codes = { codeSecretId: secrets.codes.secretArn };
  const edge = { edgeSecretId: edgeSecret.secretArn };
  const dataKey = { dataKeyId: secrets.dataKey.keyArn };
  const handOver = {
    eventsQueueUrl: queues.events.queueUrl,
    timersQueueUrl: queues.timers.queueUrl,
    noticesQueueUrl: queues.notices.queueUrl,
    auditQueueUrl: queues.audit.queueUrl,
  };
  const retries = { retriesQueueUrl: queues.retries.queueUrl };
  const headsBucket = { headsBucket: heads.bucketName, canaryHeadsBucket: (canary?.heads ?? heads).bucketName };
  const evidence = { evidenceBucket: props.evidence.bucketName };
  const declared = { platformActions: config.platformActions.join(',') };
  const destinations = { destinations: destinationsText(config) };
  const posts = {
    ...destinations,
    destinationsRoleArn: '',
    ...dataKey,
    ...headsBucket,
    ...declared,
    integrationsSecretId: secrets.integrations.secretArn,
  };
  const pushHosts = { pushHosts: config.pushHosts.join(',') };
  const measured = { metricsNamespace: props.metricsNamespace };
  const verdicts = { verdictKeyId: secrets.verdictKey.keyArn };
  const service = {
    edgeOnly: String(config.edgeOnly),
    organizationThrottle: String(config.organizationThrottle ?? 'off'),
  };
  const own: Readonly<Record<FunctionName, Environment>> = {
    api: { ...codes, ...edge, ...verdicts, ...evidence, ...declared, ...service },
    feed: { ...edge, ...service, heldAnswers: String(config.holdAnswers) },
    console: {
      ...codes,
      ...edge,
      ...verdicts,
      ...dataKey,
      ...headsBucket,
      ...evidence,
      ...declared,
      ...destinations,
      ...pushHosts,
      eventsQueueUrl: queues.events.queueUrl,
      timersQueueUrl: queues.timers.queueUrl,
      noticesQueueUrl: queues.notices.queueUrl,
      consoleOrigin,
    },
    watch: { ...edge, consoleOrigin, heldAnswers: String(config.holdAnswers) },
    dispatch: { ...handOver, ...measured },
    // The timer function makes approved changes of the configuration.
    timer: { ...handOver, ...declared },
    sweep: { timersQueueUrl: queues.timers.queueUrl, ...retries },
    deliver: { ...posts, ...retries, ...measured },
    deliverTry: posts,
    notice: {
      ...codes,
      ...dataKey,
      pushSecretId: secrets.push.secretArn,
      ...pushHosts,
      noticesQueueUrl: queues.notices.queueUrl,
      timersQueueUrl: queues.timers.queueUrl,
      mailFrom: config.mailFrom,
      ...measured,
      receiverUrl: canary === null ? '' : props.receiverUrl,
      mailConfigurationSet: mails.configurationSetName,
      consoleOrigin,
    },
    // It sends journals again by themselves if a message with several of them fails.
    audit: { auditQueueUrl: queues.audit.queueUrl },
    // It reports refused heads to the function behind the timers, which may write the entry.
    heads: {
      ...headsBucket,
      headKeyId: secrets.headKey.keyArn,
      timersQueueUrl: queues.timers.queueUrl,
      headsQueueUrl: queues.heads.queueUrl,
      headIntervalSeconds: String(config.headIntervalSeconds),
    },
  };
  return { ...tablesOf(props), ...own[name] };
}

export function canaryEnvironmentOf(name: CanaryFunctionName, data: CanaryData, props: EnvironmentProps): Environment {
  const canarySecretId = data.credentials.secretArn;
  const mailboxSecretId = data.mailbox.secretArn;
  const { receiverUrl, consoleOrigin } = props;
  const dataKeyId = props.secrets.dataKey.keyArn;
  switch (name) {
    // It calls the service from outside, so it knows no table.
    case 'canary':
      return { consoleOrigin, canarySecretId };
    case 'canarySetUp':
      return { ...tablesOf(props), dataKeyId, canarySecretId, mailboxSecretId, receiverUrl };
    case 'receiver':
      return { ...tablesOf(props), mailboxSecretId };
  }
}

const tablesOf = ({ tables }: EnvironmentProps): Environment => ({
  mainTable: tables.main.tableName,
  transientTable: tables.transient.tableName,
});
