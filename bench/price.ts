/**
 * Published prices in the region that `deployments/` names: on demand, USD, 2026. Each has the page on which it is published.
 * Look there before you rely on a sum.
 */
export const PRICE = {
  region: 'eu-central-1',
  /** aws.amazon.com/api-gateway/pricing */
  httpApiPerMillion: 1.2,
  restApiPerMillion: 3.7,
  /** aws.amazon.com/lambda/pricing, Arm */
  lambdaPerMillion: 0.2,
  lambdaGbSecond: 0.0000133334,
  /** aws.amazon.com/dynamodb/pricing/on-demand */
  writePerMillion: 0.7625,
  readPerMillion: 0.1525,
  /** aws.amazon.com/sqs/pricing: fair queues and FIFO queues cost the same */
  sqsPerMillion: 0.5,
  /** aws.amazon.com/step-functions/pricing: standard workflows */
  stateTransitionsPerMillion: 25,
  /** aws.amazon.com/cloudfront/pricing, Europe */
  cloudFrontPerMillion: 1.2,
  cloudFrontFunctionPerMillion: 0.1,
  /** aws.amazon.com/ses/pricing */
  mailsPerMillion: 100,
  /** aws.amazon.com/xray/pricing: traces recorded */
  tracesPerMillion: 5.0,
  /** aws.amazon.com/dynamodb/pricing/provisioned: a unit for an hour */
  writeUnitHour: 0.000793,
  readUnitHour: 0.0001586,
  /** aws.amazon.com/dynamodb/pricing/on-demand: standard class, and continuous backups; for a month */
  storedGbMonth: 0.306,
  backupGbMonth: 0.2448,
  /** aws.amazon.com/kms/pricing: a signature with an elliptic curve */
  signaturesPerMillion: 15,
  /** aws.amazon.com/s3/pricing */
  putsPerMillion: 5.4,
  listsPerMillion: 5.4,
  getsPerMillion: 0.43,
  /** aws.amazon.com/cloudwatch/pricing: logs, taken in */
  logGb: 0.63,
  /** aws.amazon.com/{cloudwatch,kms,secrets-manager}/pricing: each for a month; an alarm for each metric that it watches */
  alarmMonth: 0.1,
  dashboardMonth: 3,
  metricMonth: 0.3,
  keyMonth: 1,
  secretMonth: 0.4,
} as const;
