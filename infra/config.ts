/** The differences between deployments: the file `deployments/<stage>.json`, checked before synthesis. */
import { DEFAULT_EVIDENCE_DAYS } from '../src/service/request/rules/limits';

export interface Config {
  /** Your name for this deployment, for example `prod`. It is part of the stacks' names. */
  readonly stage: string;
  /** The stacks are deployed here and nowhere else. */
  readonly account: string;
  readonly region: string;
  /**
   * The console's own host name with its certificate (us-east-1). Without one, CloudFront's name is used. One distribution
   * holds a name: with `alias: false`, this one does not claim it yet (docs/deploy.md#several-regions).
   */
  readonly domain: { readonly name: string; readonly certificateArn: string; readonly alias?: boolean } | null;
  /** The sender of mails to operators: an identity (address or domain) that is verified with SES in the region. */
  readonly mailFrom: string;
  /** Receives the alarms that are a page; the subscription must be confirmed by mail. */
  readonly alarmEmail: string | null;
  /** Receives the alarms that are a ticket; `null`: `alarmEmail` receives them too. */
  readonly ticketEmail: string | null;
  /** ARNs of the IAM roles and users that may assume the role of people on call. If empty, there is no such role. */
  readonly operatorTrust: readonly string[];
  /** USD a month for the account, of which `ticketEmail` or `alarmEmail` is told by mail; `null`: no budget. */
  readonly monthlyBudget: number | null;
  /** Added to every resource. */
  readonly tags: Readonly<Record<string, string>>;
  /** Days: one of the values that CloudWatch Logs accepts. */
  readonly logRetentionDays: number;
  /** Keeps tables, keys, secrets and logs when a stack is deleted. With `false`, they are deleted with the stacks. */
  readonly protectData: boolean;
  /** Requests a second, and burst, for each route of the API. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /** Calls of `/v1` a second that one organization may make, on average over ten seconds; `null` means no limit. */
  readonly organizationThrottle: number | null;
  /**
   * Whether five functions reserve concurrency, 311 in all. The account's limit must be at least 411, because Lambda
   * keeps 100 unreserved. A new account has 10.
   */
  readonly reserveConcurrency: boolean;
  /**
   * Whether a call of the feed or of an open inbox waits for up to 20 s until something changes. It is paid for while it
   * waits (docs/performance.md#money), and uses the reserved concurrency of `feed` and `watch`.
   */
  readonly holdAnswers: boolean;
  /** `action=integration`: platform actions. The integrations' URLs and secrets are in the integrations' secret. */
  readonly platformActions: readonly string[];
  /**
   * The most units a second that the main table and each of its indexes may scale to, paid by the hour; `null`: on demand,
   * paid by use. docs/performance.md#money has the load at which it pays.
   */
  readonly provisionedCapacity: { readonly reads: number; readonly writes: number } | null;
  /**
   * The units a second that the main table and its indexes serve at once. `null` means DynamoDB's initial value, which
   * is also the least that it accepts here.
   */
  readonly warmThroughput: { readonly reads: number; readonly writes: number } | null;
  /** Tables of a restore, to use instead of the data stack's own (docs/deploy.md). */
  readonly existingTables: { readonly main: string; readonly mainStreamArn: string; readonly transient: string } | null;
  /**
   * The AWS accounts, each with its regions, to which organizations may have their events sent
   * (docs/deploy.md#destinations-on-aws). If empty, none.
   */
  readonly destinations: readonly { readonly account: string; readonly regions: readonly string[] }[];
  /**
   * Hosts of push services besides those of the browsers (`src/service/push/rules/hosts.ts`): a name, or `*.` and a name for
   * all below it.
   */
  readonly pushHosts: readonly string[];
  /**
   * Nothing is decided and nothing starts by itself: callers are refused, and queues, stream and schedules are off. For a
   * standby, and while `npm run restore` attaches tables; that command sets it and takes it away.
   */
  readonly frozen: boolean;
  /** Refuses calls of `/v1` that did not come through CloudFront. `/api` always refuses them. */
  readonly edgeOnly: boolean;
  /**
   * The version of the edge secret that CloudFront sends. `null` means the version that is current at the first
   * deployment.
   */
  readonly edgeSecretVersion: string | null;
  /**
   * The shortest time in seconds between two signed heads of an organization's audit chain
   * (docs/decisions/published-heads.md).
   */
  readonly headIntervalSeconds: number;
  /**
   * For how many days nobody can delete published heads (compliance mode). `null`: they are kept for a year, but roles that
   * may bypass governance mode can delete them.
   */
  readonly headComplianceDays: number | null;
  /** For how many days a document beside a request is kept after its last put (docs/decisions/evidence.md). */
  readonly evidenceDays: number;
  /** The bucket in the standby's region to which published heads are replicated; `null`: none. */
  readonly headsReplica: string | null;
  /** For a standby: the keys of the first region, which it replicates. This cannot change after the first deployment. */
  readonly primaryKeys: { readonly dataKey: string; readonly headKey: string; readonly verdictKey: string } | null;
  /** For a standby: the first region's secrets as they are replicated to this one. This cannot change after the first deployment. */
  readonly primarySecrets: { readonly codes: string; readonly push: string; readonly integrations: string } | null;
  /** The standby's region and data key, with which the secrets are replicated to it; `null`: they are not. */
  readonly secretsReplica: { readonly region: string; readonly key: string } | null;
  /** Sends a tenth of the calls to a new version of api and console for five minutes first. */
  readonly gradualRelease: boolean;
  /** Adds metrics for each route, which cost extra. */
  readonly detailedMetrics: boolean;
  /** Without alarms, nobody is told of a fault, and no release is rolled back. */
  readonly alarms: boolean;
  /** A page of CloudWatch with the alarms and their metrics. */
  readonly dashboard: boolean;
  /** The minutes between two runs of the canary. `null` means that there is no canary, and no `npm run smoke`. */
  readonly canaryMinutes: number | null;
  /** CloudTrail records each write to the tables and the heads, with who made it. */
  readonly dataEvents: boolean;
  /** Traces one request a second and 5 % of the others with X-Ray, which is Lambda's own rate. */
  readonly tracing: boolean;
}

/** The least provisioned units a second, so that the first requests after a quiet hour are not throttled. */
export const LEAST_CAPACITY = 5;
/** The use of provisioned capacity that its scaling aims at. */
export const TARGET_PERCENT = 70;

/** What an on-demand table serves from its start, in units a second. DynamoDB refuses to warm a table to less. */
const LEAST_WARM = { reads: 12_000, writes: 4_000 };

type Field = keyof Config;

/** Values for fields that a file may leave out. */
const DEFAULTS = {
  domain: null,
  alarmEmail: null,
  ticketEmail: null,
  operatorTrust: [],
  monthlyBudget: null,
  tags: {},
  logRetentionDays: 365,
  protectData: true,
  throttle: { rate: 1000, burst: 2000 },
  organizationThrottle: null,
  reserveConcurrency: false,
  holdAnswers: false,
  platformActions: [],
  provisionedCapacity: null,
  warmThroughput: null,
  existingTables: null,
  frozen: false,
  destinations: [],
  pushHosts: [],
  edgeOnly: false,
  edgeSecretVersion: null,
  headIntervalSeconds: 300,
  headComplianceDays: null,
  evidenceDays: DEFAULT_EVIDENCE_DAYS,
  headsReplica: null,
  primaryKeys: null,
  primarySecrets: null,
  secretsReplica: null,
  gradualRelease: true,
  detailedMetrics: false,
  alarms: true,
  dashboard: false,
  canaryMinutes: 5,
  dataEvents: false,
  tracing: false,
} as const satisfies Partial<Config>;

export type ConfigInput = Pick<Config, 'stage' | 'account' | 'region' | 'mailFrom'> & Partial<Config>;

/**
 * Throws an error whose single line names every problem. Placeholders are allowed for a synthesis that is never deployed.
 */
export function checkedConfig(input: unknown, { allowPlaceholders = false } = {}): Config {
  if (!isRecord(input)) throw new Error('configuration: it must be a JSON object');
  const config = { ...DEFAULTS, ...input } as unknown as Config;
  const problems = [
    ...unknownFields(input),
    ...Object.entries(CHECKS).flatMap(([field, { isValid, allowed }]) =>
      isValid(config[field as Field] as never) ? [] : `${field}: ${said(config[field as Field])}, must be ${allowed}`,
    ),
  ];
  if (problems.length === 0) {
    problems.push(...together(config));
    if (!allowPlaceholders) problems.push(...placeholders(config));
  }
  if (problems.length > 0) throw new Error(`configuration: ${problems.join('; ')}`);
  return config;
}

interface Check {
  isValid(value: never): boolean;
  readonly allowed: string;
}

/** The values that CloudWatch Logs accepts. */
const RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

const flag: Check = { isValid: (value: unknown) => typeof value === 'boolean', allowed: 'true or false' };
const matching = (pattern: RegExp, allowed: string): Check => ({
  isValid: (value: unknown) => typeof value === 'string' && pattern.test(value),
  allowed,
});
const orNull = (check: Check): Check => ({
  isValid: (value) => value === null || check.isValid(value),
  allowed: `${check.allowed}, or null`,
});
const fields = (names: readonly string[], isEach: (value: unknown) => boolean, allowed: string): Check => ({
  isValid: (value: unknown) =>
    isRecord(value) &&
    Object.keys(value).sort().join() === [...names].sort().join() &&
    Object.values(value).every(isEach),
  allowed,
});
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) > 0;
const isText = (value: unknown) => typeof value === 'string' && value.length > 0;
const whole = (least: number, most: number): Check => ({
  isValid: (value: unknown) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
  allowed: `a whole number from ${least} to ${most}`,
});

const isDestination = (value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(value).sort().join() === 'account,regions' &&
  /^\d{12}$/.test(String(value.account)) &&
  Array.isArray(value.regions) &&
  value.regions.length > 0 &&
  value.regions.every((region) => typeof region === 'string' && REGION.test(region));
/**
 * Regions of the partition `aws`. China, GovCloud and the sovereign clouds have no CloudFront that this stack could
 * use, and no role works across partitions.
 */
const REGION = /^(?!cn-|us-gov-|us-iso|eu-isoe-|eusc-)[a-z]{2}(-[a-z]+)+-\d$/;
const PLATFORM_ACTION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}=[A-Za-z0-9_.-]{1,64}$/;

/** At least two labels, so that no zone like `*.com` is allowed in full. */
const PUSH_HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const DOMAIN = fields(['name', 'certificateArn'], isText, '');
const WARM = fields(['reads', 'writes'], isCount, '');
const EXISTING = fields(['main', 'mainStreamArn', 'transient'], isText, '{"main", "mainStreamArn", "transient"}');
const MULTI_REGION_KEY = /^arn:aws:kms:[a-z0-9-]+:\d{12}:key\/mrk-[0-9a-f]{32}$/;
const SECRET = /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]+-[A-Za-z0-9]{6}$/;
/** One role or user. The root of an account would let its administrators give the role to anybody. */
const PRINCIPAL = /^arn:aws:iam::\d{12}:(role|user)\/[\w+=,.@/-]{1,512}$/;
const REPLICA = fields(['region', 'key'], isText, '');
/** The stream of a table. Its label is the time when it was enabled. */
const STREAM_ARN = /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[A-Za-z0-9_.-]{3,255}\/stream\/[0-9T:.-]+$/;

const isAtLeast = (value: Readonly<Record<string, unknown>>, least: Readonly<Record<string, number>>): boolean =>
  Object.entries(least).every(([name, number]) => Number(value[name]) >= number);

const CHECKS: Readonly<Record<Field, Check>> = {
  stage: matching(/^[a-z][a-z0-9-]{0,19}$/, 'lower-case letters, digits and hyphens, at most 20'),
  account: matching(/^\d{12}$/, 'twelve digits'),
  region: matching(REGION, 'a region of the partition aws, such as eu-central-1'),
  domain: orNull({
    isValid: (value: unknown) => {
      if (!isRecord(value)) return false;
      const { alias = true, ...named } = value;
      return typeof alias === 'boolean' && DOMAIN.isValid(named as never);
    },
    allowed: '{"name", "certificateArn"}, and "alias": true or false',
  }),
  mailFrom: matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'a mail address'),
  alarmEmail: orNull(matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'a mail address')),
  ticketEmail: orNull(matching(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'a mail address')),
  operatorTrust: {
    isValid: (value: unknown) =>
      Array.isArray(value) && value.every((arn) => typeof arn === 'string' && PRINCIPAL.test(arn)),
    allowed: 'a list of arn:aws:iam::…:role/NAME or :user/NAME',
  },
  monthlyBudget: orNull({ isValid: isCount, allowed: 'a whole number of USD above 0' }),
  tags: {
    isValid: (value: unknown) => isRecord(value) && Object.values(value).every(isText),
    allowed: 'names with texts',
  },
  logRetentionDays: {
    isValid: (value: unknown) => RETENTION_DAYS.includes(value as number),
    allowed: `one of ${RETENTION_DAYS.join(', ')}`,
  },
  protectData: flag,
  throttle: fields(['rate', 'burst'], isCount, '{"rate", "burst"}, both above 0'),
  // One item counts the calls, and DynamoDB accepts 1,000 writes a second to one item.
  organizationThrottle: orNull(whole(1, 500)),
  reserveConcurrency: flag,
  holdAnswers: flag,
  platformActions: {
    isValid: (value: unknown) =>
      Array.isArray(value) && value.every((pair) => typeof pair === 'string' && PLATFORM_ACTION.test(pair)),
    allowed: 'a list of "action=integration"',
  },
  provisionedCapacity: orNull(
    fields(
      ['reads', 'writes'],
      (value) => isCount(value) && (value as number) >= LEAST_CAPACITY,
      `{"reads", "writes"}, both at least ${LEAST_CAPACITY}`,
    ),
  ),
  warmThroughput: orNull({
    isValid: (value: unknown) => WARM.isValid(value as never) && isRecord(value) && isAtLeast(value, LEAST_WARM),
    allowed: `{"reads", "writes"}, at least ${LEAST_WARM.reads} and ${LEAST_WARM.writes}`,
  }),
  existingTables: orNull({
    isValid: (value: unknown) =>
      EXISTING.isValid(value as never) && isRecord(value) && STREAM_ARN.test(String(value.mainStreamArn)),
    allowed: `${EXISTING.allowed}, where mainStreamArn is arn:…:table/NAME/stream/LABEL`,
  }),
  destinations: {
    isValid: (value: unknown) => Array.isArray(value) && value.every(isDestination),
    allowed:
      'a list of {"account", "regions"}, with twelve digits and regions of the partition aws, such as eu-central-1',
  },
  pushHosts: {
    isValid: (value: unknown) =>
      Array.isArray(value) && value.every((host) => typeof host === 'string' && PUSH_HOST.test(host)),
    allowed: 'a list of host names in lower case, such as push.acme.io or *.push.acme.io',
  },
  frozen: flag,
  edgeOnly: flag,
  edgeSecretVersion: orNull(matching(/^[A-Za-z0-9-]{32,64}$/, 'a version id of Secrets Manager')),
  // The table's stream waits at most 300 s for a batch.
  headIntervalSeconds: whole(60, 300),
  headComplianceDays: orNull(whole(1, 36_500)),
  evidenceDays: whole(1, 3650),
  headsReplica: orNull(matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')),
  primaryKeys: orNull(
    fields(
      ['dataKey', 'headKey', 'verdictKey'],
      (value) => typeof value === 'string' && MULTI_REGION_KEY.test(value),
      '{"dataKey", "headKey", "verdictKey"}, each arn:…:key/mrk-…',
    ),
  ),
  primarySecrets: orNull(
    fields(
      ['codes', 'push', 'integrations'],
      (value) => typeof value === 'string' && SECRET.test(value),
      '{"codes", "push", "integrations"}, each arn:…:secret:NAME-SUFFIX',
    ),
  ),
  secretsReplica: orNull({
    isValid: (value: unknown) =>
      REPLICA.isValid(value as never) &&
      isRecord(value) &&
      REGION.test(String(value.region)) &&
      MULTI_REGION_KEY.test(String(value.key)),
    allowed: '{"region", "key"}, the key as arn:…:key/mrk-…',
  }),
  gradualRelease: flag,
  detailedMetrics: flag,
  alarms: flag,
  dashboard: flag,
  // A run takes at most 55 s. An alarm may look back at most a day, which is three runs.
  canaryMinutes: orNull(whole(2, 480)),
  dataEvents: flag,
  tracing: flag,
};

function unknownFields(input: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(input).flatMap((name) => (name in CHECKS ? [] : `${name}: unknown`));
}

function together(config: Config): string[] {
  const { stage, domain, alarmEmail, ticketEmail, alarms, dashboard, gradualRelease } = config;
  const { headComplianceDays, protectData, holdAnswers, monthlyBudget, reserveConcurrency } = config;
  const always = [
    ...regionsOf(config),
    // If nobody can empty a bucket, its stack cannot be deleted.
    ...(headComplianceDays !== null && !protectData ? ['headComplianceDays: it needs "protectData": true'] : []),
    // Otherwise waiting calls use the concurrency that every other function needs.
    ...(holdAnswers && !reserveConcurrency ? ['holdAnswers: it needs "reserveConcurrency": true'] : []),
    ...(gradualRelease && !alarms ? ['gradualRelease: it needs "alarms": true, which roll a release back'] : []),
    ...(dashboard && !alarms ? ['dashboard: it needs "alarms": true'] : []),
    ...(alarmEmail !== null && !alarms ? ['alarmEmail: it needs "alarms": true'] : []),
    ...(monthlyBudget !== null && alarmEmail === null ? ['monthlyBudget: it needs "alarmEmail"'] : []),
    ...(ticketEmail !== null && !alarms ? ['ticketEmail: it needs "alarms": true'] : []),
  ];
  if (stage !== 'prod') return always;
  return [
    ...always,
    // Passkeys belong to the host name that they were made for: adding a domain later invalidates every one of them.
    ...(domain === null ? ['domain: prod needs one, since passkeys are bound to it'] : []),
    ...(alarmEmail === null ? ['alarmEmail: prod needs one'] : []),
  ];
}

/** An ARN names its region. */
const isIn = (region: string) => (arn: string) => arn.split(':')[3] === region;

function regionsOf({ region, domain, frozen, primarySecrets, secretsReplica }: Config): string[] {
  return [
    // Two deployments must not decide, and callers of the name reach another one.
    ...(domain?.alias === false && !frozen ? ['domain: "alias": false needs "frozen": true'] : []),
    ...(Object.values(primarySecrets ?? {}).every(isIn(region))
      ? []
      : [`primarySecrets: they are the replicas in ${region}`]),
    ...(secretsReplica !== null && secretsReplica.region === region
      ? ['secretsReplica: it names the region of this deployment']
      : []),
    ...(secretsReplica !== null && !isIn(secretsReplica.region)(secretsReplica.key)
      ? [`secretsReplica: the key must be in ${secretsReplica.region}`]
      : []),
  ];
}

const PLACEHOLDER = /(^|[.@])example\.(com|org|net)$|\.(example|invalid|test)$|<.*>|^0{12}$|:0{12}:/;

/** Finds every placeholder that has not been replaced. */
function placeholders(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return PLACEHOLDER.test(value) ? [`${path}: ${said(value)} is a placeholder`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => placeholders(inner, path === '' ? name : `${path}.${name}`));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const said = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));
