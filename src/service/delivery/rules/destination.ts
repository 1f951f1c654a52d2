/** Where the events of an endpoint are sent: its channel, and for a channel on AWS the destination. */

/**
 * The channels on which events reach an endpoint; the first that owns its address is used. Each has a sender, which also
 * judges addresses (adapters/destinations). `place` is what everybody may see: no part that can contain a secret.
 * `needsToken`: the endpoint is disabled until an admin enters the token of its test event.
 */
const CHANNELS = {
  aws: {
    owns: (address: string) => /^\s*arn:/i.test(address),
    // The fields of an ARN before the name: service, region and account.
    place: (arn: string) => arn.split(':', 5).join(':'),
    needsToken: true,
  },
  https: { owns: () => true, place: (url: string) => new URL(url).origin, needsToken: false },
};

export type ChannelKind = keyof typeof CHANNELS;

export function channelOf(address: string) {
  const kind = (Object.keys(CHANNELS) as ChannelKind[]).find((each) => CHANNELS[each].owns(address))!;
  return { kind, ...CHANNELS[kind] };
}

/**
 * A destination on AWS: an event bus or a queue of the consumer, named by its ARN (docs/decisions/aws-destinations.md).
 * Only the text is checked here. The owner shows that the destination exists and accepts events, with its resource
 * policy and with the token of the test event, which only the owner can read.
 */
export interface Destination {
  readonly kind: keyof typeof ARNS;
  readonly arn: string;
  readonly region: string;
  readonly account: string;
  readonly name: string;
}

/** The accounts that the deployment allows, each with its regions. If empty, no destination on AWS is allowed. */
export interface DestinationRules {
  readonly allowed: readonly { readonly account: string; readonly region: string }[];
}

export type DestinationVerdict =
  | { readonly ok: true; readonly destination: Destination }
  /** A sentence that says what is wrong and what to change. */
  | { readonly ok: false; readonly reason: string };

export const NO_DESTINATIONS: DestinationRules = { allowed: [] };

export function judgeDestination(text: string, rules: DestinationRules): DestinationVerdict {
  const destination = parseDestination(text);
  if (destination === null) return refuse(SHAPES);
  const { account, region } = destination;
  if (rules.allowed.length === 0)
    return refuse('This deployment sends to no AWS account. Its operator can allow accounts (setting "destinations").');
  const regions = rules.allowed.filter((each) => each.account === account).map((each) => each.region);
  if (regions.length === 0) return refuse(`The deployment does not send to the AWS account ${account}.`);
  if (!regions.includes(region))
    return refuse(
      `The deployment sends to the AWS account ${account} only in ${regions.join(', ')}, not in ${region}.`,
    );
  return { ok: true, destination };
}

const SHAPES =
  'The ARN must be that of an event bus (arn:aws:events:REGION:ACCOUNT:event-bus/NAME) or of a queue (arn:aws:sqs:REGION:ACCOUNT:NAME).';
const REGION = '[a-z]{2}(?:-[a-z]+)+-\\d';
/** For a queue, the suffix counts for the length too. */
const ARNS = {
  event_bus: new RegExp(`^arn:aws:events:(${REGION}):(\\d{12}):event-bus/([A-Za-z0-9._-]{1,256})$`),
  queue: new RegExp(`^arn:aws:sqs:(${REGION}):(\\d{12}):((?=.{1,80}$)[A-Za-z0-9_-]+(?:\\.fifo)?)$`),
};

function parseDestination(arn: string): Destination | null {
  for (const kind of Object.keys(ARNS) as Destination['kind'][]) {
    const [, region, account, name] = ARNS[kind].exec(arn) ?? [];
    if (region && account && name) return { kind, arn, region, account, name };
  }
  return null;
}

function refuse(reason: string): DestinationVerdict {
  return { ok: false, reason };
}

/** Reads `account:region,…`, the form in the functions' environment. */
export function readDestinationRules(text: string): DestinationRules {
  return {
    allowed: text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [account = '', region = ''] = pair.split(':');
        return { account, region };
      }),
  };
}
