/** The requests that the demo can propose with a click, one of each kind that the service knows. */
import { type Client, type Created, type Intent, sealIntent } from '../../client';

export interface Proposal {
  readonly title: string;
  readonly text: string;
  /** How many keys it needs, and whose keys count. */
  readonly keys: string;
  readonly turners: readonly string[];
  readonly button: string;
}

export const PROPOSALS = {
  solo: {
    title: 'One key is enough',
    text: 'Restart the search cluster. Any one operator can approve it.',
    keys: 'One key: Alpha, Bravo, Charlie or Delta.',
    turners: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'],
    button: 'Propose a restart',
  },
  refund: {
    title: 'A refund that a worker runs',
    text: 'The call is sealed: the service cannot read it. After one key, the worker of this demo opens it, checks it, runs it and reports.',
    keys: 'One key: Alpha, Bravo, Charlie or Delta.',
    turners: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'],
    button: 'Propose a refund',
  },
  deploy: {
    title: 'A deployment that takes two keys',
    text: 'Delta asks to deploy billing 1.42.0, so Delta cannot approve it.',
    keys: 'Two keys of Alpha, Bravo and Charlie.',
    turners: ['op_alpha', 'op_bravo', 'op_charlie'],
    button: 'Propose a deployment',
  },
  launch: {
    title: 'A launch that takes two keys within a minute',
    text: 'If the second key comes later than 60 seconds after the first, the round ends and everybody gets a new code.',
    keys: 'Two keys within 60 seconds: Alpha, Bravo, Charlie or Delta.',
    turners: ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'],
    button: 'Propose a launch',
  },
} as const satisfies Readonly<Record<string, Proposal>>;

export type ProposalName = keyof typeof PROPOSALS;

export function isProposal(name: string | undefined): name is ProposalName {
  return name !== undefined && Object.hasOwn(PROPOSALS, name);
}

const REQUESTER = 'op_delta';

/** `intentKey` is the key of the demo's own worker, in base64. */
export function propose(client: Client, name: ProposalName, intentKey: string): Promise<Created> {
  switch (name) {
    case 'solo':
      return client.createRequest({
        action: 'demo.solo',
        requester: REQUESTER,
        summary: 'Restart the search cluster',
        params: { cluster: 'search', reason: 'Queries time out' },
      });
    case 'deploy':
      return client.createRequest({
        action: 'demo.deploy',
        requester: REQUESTER,
        summary: 'Deploy billing 1.42.0',
        params: { service: 'billing', version: '1.42.0' },
      });
    case 'launch':
      return client.createRequest({
        action: 'demo.launch',
        requester: REQUESTER,
        summary: 'Open the new region',
        params: { region: 'eu-north', customers: 'all' },
      });
    case 'refund':
      return proposeRefund(client, intentKey);
  }
}

const REFUND = { charge: 'ch_2291', amount: '25.00' } as const;

function proposeRefund(client: Client, intentKey: string): Promise<Created> {
  const action = 'demo.refund';
  const call = { client: 'billing', method: 'refunds.create', args: [REFUND] };
  const { intent, digest } = sealIntent({ keys: [intentKey], action, ...call });
  return client.createRequest({
    action,
    requester: REQUESTER,
    summary: 'Refund order 8812',
    params: { order: '8812', ...REFUND, intent: digest },
    intent,
  });
}

/** Whether the sealed call is what people were shown. */
export function isShownRefund({ args }: Intent, params: Readonly<Record<string, string>>): boolean {
  const refund = args[0] as unknown as Partial<typeof REFUND> | undefined;
  return args.length === 1 && refund?.charge === params.charge && refund?.amount === params.amount;
}
