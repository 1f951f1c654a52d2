/**
 * Destinations on AWS: an event bus or a queue of the consumer, named by its ARN (docs/decisions/aws-destinations.md).
 * Only the text is checked here. The owner shows that the destination exists and accepts events, with its resource
 * policy and with the token of the test event, which only the owner can read.
 */

export interface Destination {
  readonly kind: 'event_bus' | 'queue';
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

/** Whether the text is meant as an ARN and not as a URL, even if it is invalid. */
export const isArn = (text: string): boolean => /^\s*arn:/i.test(text);

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
const EVENT_BUS = new RegExp(`^arn:aws:events:(${REGION}):(\\d{12}):event-bus/([A-Za-z0-9._-]{1,256})$`);
const QUEUE = new RegExp(`^arn:aws:sqs:(${REGION}):(\\d{12}):([A-Za-z0-9_-]{1,80}(?:\\.fifo)?)$`);

function parseDestination(arn: string): Destination | null {
  const [kind, found] = [EVENT_BUS.exec(arn) ? 'event_bus' : 'queue', EVENT_BUS.exec(arn) ?? QUEUE.exec(arn)] as const;
  const [, region, account, name] = found ?? [];
  if (region === undefined || account === undefined || name === undefined || name.length > MAX_NAME[kind]) return null;
  return { kind, arn, region, account, name };
}

/** For a queue, the suffix counts too. */
const MAX_NAME = { event_bus: 256, queue: 80 } as const;

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
