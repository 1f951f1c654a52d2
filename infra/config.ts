/** What differs between deployments. Choose with `-c stage=prod`; the default is `dev`. */
export interface Config {
  readonly stage: 'dev' | 'prod';
  /** The verified SES identity that sends messages to operators. */
  readonly mailFrom: string;
  /** The console's own host name with its certificate (us-east-1). Without it, CloudFront's name is used. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | null;
  /** Names of the platform integrations. Put their URLs and secrets into the integrations' secret by hand. */
  readonly integrations: readonly string[];
  readonly logRetentionDays: 30 | 365;
  /** Data outlives the stack: deleting the stack deletes no data. */
  readonly protectData: boolean;
  /** For the complete API: requests per second, and burst. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /**
   * Whether functions reserve concurrency. A new account has a limit of 10 and cannot; raise the limit first
   * (docs/deploy.md). 111 are reserved, and 100 must be left.
   */
  readonly reserveConcurrency: boolean;
  readonly alarmEmail: string | null;
}

const CONFIGS: Readonly<Record<Config['stage'], Config>> = {
  dev: {
    stage: 'dev',
    mailFrom: 'authorization@dev.example.com',
    domain: null,
    integrations: [],
    logRetentionDays: 30,
    protectData: false,
    throttle: { rate: 100, burst: 200 },
    reserveConcurrency: false,
    alarmEmail: null,
  },
  prod: {
    stage: 'prod',
    mailFrom: 'authorization@example.com',
    domain: null,
    integrations: [],
    logRetentionDays: 365,
    protectData: true,
    throttle: { rate: 1000, burst: 2000 },
    reserveConcurrency: true,
    alarmEmail: 'oncall@example.com',
  },
};

export function configOf(stage: unknown): Config {
  if (stage === undefined) return CONFIGS.dev;
  if (stage === 'dev' || stage === 'prod') return CONFIGS[stage];
  throw new Error(`stage: ${JSON.stringify(stage)} is none of dev, prod`);
}
