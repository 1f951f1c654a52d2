/** The names of every environment variable: what the deployment sets and the functions read. */
export const ENV = {
  mainTable: 'MAIN_TABLE',
  transientTable: 'TRANSIENT_TABLE',
  eventsQueueUrl: 'EVENTS_QUEUE_URL',
  retriesQueueUrl: 'RETRIES_QUEUE_URL',
  timersQueueUrl: 'TIMERS_QUEUE_URL',
  noticesQueueUrl: 'NOTICES_QUEUE_URL',
  auditQueueUrl: 'AUDIT_QUEUE_URL',
  headsQueueUrl: 'HEADS_QUEUE_URL',
  /** The shortest time in seconds between two heads of an organization's audit chain. */
  headIntervalSeconds: 'HEAD_INTERVAL_SECONDS',
  deliveryLoopArn: 'DELIVERY_LOOP_ARN',
  dataKeyId: 'DATA_KEY_ID',
  headKeyId: 'HEAD_KEY_ID',
  /** The key that signs verdicts, and nothing else. */
  verdictKeyId: 'VERDICT_KEY_ID',
  /** The write-once bucket of the audit chains' published heads. */
  headsBucket: 'HEADS_BUCKET',
  /** The bucket of the canary's heads, which are not kept. */
  canaryHeadsBucket: 'CANARY_HEADS_BUCKET',
  /** The bucket of documents beside requests. */
  evidenceBucket: 'EVIDENCE_BUCKET',
  codeSecretId: 'CODE_SECRET_ID',
  /** The secret from which the VAPID key of pushes is derived. */
  pushSecretId: 'PUSH_SECRET_ID',
  /** What the deployment adds to the hosts of push services, comma-separated. */
  pushHosts: 'PUSH_HOSTS',
  /** Platform integrations with their secrets: `{"name": {"url", "secret"}}`. */
  integrationsSecretId: 'INTEGRATIONS_SECRET_ID',
  /** Platform actions, each with its integration: `action=integration`, comma-separated. */
  platformActions: 'PLATFORM_ACTIONS',
  /** The AWS accounts and regions to which events may be sent: `account:region`, comma-separated. */
  destinations: 'DESTINATIONS',
  /** The role whose sessions send to these destinations; empty if there are none. */
  destinationsRoleArn: 'DESTINATIONS_ROLE_ARN',
  /** The secret that CloudFront sends to prove that a request came through it. */
  edgeSecretId: 'EDGE_SECRET_ID',
  /** `true`: /v1 refuses requests that did not come through CloudFront. */
  edgeOnly: 'EDGE_ONLY',
  /** Calls of /v1 a second that one organization may make; `off` means no limit. */
  organizationThrottle: 'ORGANIZATION_THROTTLE',
  /** `true`: answers of the feed may be held, because their function has reserved concurrency. */
  heldAnswers: 'HELD_ANSWERS',
  /** The canary's credentials (src/lambda/canary/credentials.ts). */
  canarySecretId: 'CANARY_SECRET_ID',
  /** The key from which names of the canary receiver's mailboxes are made. */
  mailboxSecretId: 'MAILBOX_SECRET_ID',
  /** The URL to which the canary's events and its codes are posted; empty without a canary. */
  receiverUrl: 'RECEIVER_URL',
  consoleOrigin: 'CONSOLE_ORIGIN',
  /** The namespace of this deployment's own metrics. */
  metricsNamespace: 'METRICS_NAMESPACE',
  mailFrom: 'MAIL_FROM',
  /** The SES configuration set that counts bounces. */
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
} as const;

/** Headers that CloudFront adds: the shared secret, and the viewer's address. CloudFront reserves `X-Edge-*`. */
export const EDGE_HEADERS = { secret: 'service-edge-secret', viewer: 'service-edge-viewer' } as const;

export type EnvName = keyof typeof ENV;

/** The values of these variables. Throws an error that names every missing one, so that the function does not start. */
export function readEnv<const Names extends readonly EnvName[]>(
  names: Names,
  from: Readonly<Record<string, string | undefined>> = process.env,
): Record<Names[number], string> {
  const missing = names.filter((name) => from[ENV[name]] === undefined);
  if (missing.length > 0) throw new Error(`environment: ${missing.map((name) => ENV[name]).join(', ')} must be set`);
  return Object.fromEntries(names.map((name) => [name, from[ENV[name]]])) as Record<Names[number], string>;
}

/** Parses `action=integration,…`. */
export function readPlatformActions(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [action = '', integration = ''] = pair.split('=');
      return [action, integration];
    }),
  );
}
