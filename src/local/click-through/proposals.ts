/** The requests that the demo can propose with a click, one of each kind that the service knows. */
import { type Client, type Created, type Intent, sealIntent } from '../../client';

export interface DemoProposal {
  readonly title: string;
  readonly text: string;
  /** How many keys it needs, and whose keys count. */
  readonly keys: string;
  readonly turners: readonly string[];
  readonly button: string;
  /** What is proposed. */
  readonly request: {
    readonly action: string;
    readonly summary: string;
    readonly params: Readonly<Record<string, string>>;
  };
}

const EVERYBODY = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
const REFUND = { charge: 'ch_2291', amount: '25.00' } as const;

export const PROPOSALS = {
  solo: {
    title: 'One key is enough',
    text: 'Restart the search cluster. Any one operator can approve it.',
    keys: 'One key: Alpha, Bravo, Charlie or Delta.',
    turners: EVERYBODY,
    button: 'Propose a restart',
    request: {
      action: 'demo.solo',
      summary: 'Restart the search cluster',
      params: { cluster: 'search', reason: 'Queries time out' },
    },
  },
  refund: {
    title: 'A refund that a worker runs',
    text: 'The call is sealed: the service cannot read it. After one key, the worker of this demo opens it, checks it, runs it and reports.',
    keys: 'One key: Alpha, Bravo, Charlie or Delta.',
    turners: EVERYBODY,
    button: 'Propose a refund',
    request: { action: 'demo.refund', summary: 'Refund order 8812', params: { order: '8812', ...REFUND } },
  },
  deploy: {
    title: 'A deployment that takes two keys',
    text: 'Delta asks to deploy billing 1.42.0, so Delta cannot approve it.',
    keys: 'Two keys of Alpha, Bravo and Charlie.',
    turners: ['op_alpha', 'op_bravo', 'op_charlie'],
    button: 'Propose a deployment',
    request: {
      action: 'demo.deploy',
      summary: 'Deploy billing 1.42.0',
      params: { service: 'billing', version: '1.42.0' },
    },
  },
  launch: {
    title: 'A launch that takes two keys within a minute',
    text: 'If the second key comes later than 60 seconds after the first, the round ends and everybody gets a new code.',
    keys: 'Two keys within 60 seconds: Alpha, Bravo, Charlie or Delta.',
    turners: EVERYBODY,
    button: 'Propose a launch',
    request: {
      action: 'demo.launch',
      summary: 'Open the new region',
      params: { region: 'eu-north', customers: 'all' },
    },
  },
} satisfies Readonly<Record<string, DemoProposal>>;

export type ProposalName = keyof typeof PROPOSALS;

export function isProposal(name: string | undefined): name is ProposalName {
  return name !== undefined && Object.hasOwn(PROPOSALS, name);
}

/** `intentKey` is the key of the demo's own worker, in base64. */
export function propose(client: Client, name: ProposalName, intentKey: string): Promise<Created> {
  const request = { requester: 'op_delta', ...PROPOSALS[name].request };
  if (name !== 'refund') return client.createRequest(request);
  const call = { client: 'billing', method: 'refunds.create', args: [REFUND] };
  const { intent, digest } = sealIntent({ keys: [intentKey], action: request.action, ...call });
  return client.createRequest({ ...request, params: { ...request.params, intent: digest }, intent });
}

/** Whether the sealed call is what people were shown. */
export function isShownRefund({ args }: Intent, params: Readonly<Record<string, string>>): boolean {
  const refund = args[0] as unknown as Partial<typeof REFUND> | undefined;
  return args.length === 1 && refund?.charge === params.charge && refund?.amount === params.amount;
}
