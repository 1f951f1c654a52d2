/** What differs between deployments. Choose with `-c stage=prod`; `dev` unless given. */
export interface Config {
  readonly stage: 'dev' | 'prod';
  /** A verified SES identity that messages to operators are sent from. */
  readonly mailFrom: string;
  /** The console's own host name with its certificate (us-east-1); without one CloudFront's name is used. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | null;
  /** Names of the platform integrations, whose URLs and secrets are put into the integrations' secret by hand. */
  readonly integrations: readonly string[];
  readonly logRetentionDays: 30 | 365;
  /** Data outlives the stack: nothing is deleted with it. */
  readonly protectData: boolean;
  /** Of the whole API, requests a second and burst. */
  readonly throttle: { readonly rate: number; readonly burst: number };
  /**
   * Whether functions reserve concurrency. An account that is new has a limit of 10 and cannot: raise it first
   * (docs/deploy.md). Reserved are 111; 100 must be left over.
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
