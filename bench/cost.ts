/** USD for a million lifecycles, from counted operations and published prices. */
import { counts } from './counts';
import { fact, table, writePart } from './report';

/** us-east-1, on demand, USD; as published in November 2026. */
const PRICE = {
  httpApiPerMillion: 1.0,
  restApiPerMillion: 3.5,
  lambdaPerMillion: 0.2,
  lambdaGbSecondArm: 0.0000133334,
  writePerMillion: 0.625,
  readPerMillion: 0.125,
  /** A standard queue with message groups: fair queues. */
  sqsFairPerMillion: 0.5,
  sqsFifoPerMillion: 0.5,
  cloudFrontPerMillion: 1.0,
  cloudFrontFunctionPerMillion: 0.1,
  mailsPerMillion: 100,
} as const;

/**
 * Of one lifecycle without intent: two keys, turned after the check of two minutes, one callback taken at the first
 * try. Units, records, messages and mails are counted on the deployed bundles by test/infra/lifecycle.test.ts, which
 * holds them to these numbers.
 */
const LIFECYCLE = {
  apiCalls: 4,
  /** The two turns; programs call the API's own host. */
  consoleCalls: 2,
  streamRecords: 7,
  /** An event, two messages with notices, two timers. */
  standardMessages: 1 + 2 + 2,
  auditMessages: 3,
  /** A delivery and its try 8, notices taken 5, the checks 6. */
  otherWriteUnits: 19,
  /** Three blocks of the chain, three marks. */
  auditWriteUnits: 6,
  /** The sweeps' own reads are not in it: they cost 0.02 USD a month, however much there is to do. */
  readUnits: 28,
  mails: 5,
} as const;

const GB = { api: 1, behind: 0.5 };
const SECONDS_PER_CALL = 0.015;

interface Row {
  readonly name: string;
  readonly usd: number;
}

export async function cost(): Promise<void> {
  const [plain] = await counts();
  if (plain === undefined) throw new Error('no lifecycle was counted');
  const answers = answersOf(plain);
  const alone = behindOf(1);
  const busy = behindOf(10);
  const edge = LIFECYCLE.consoleCalls * (PRICE.cloudFrontPerMillion + PRICE.cloudFrontFunctionPerMillion);
  const rest = LIFECYCLE.apiCalls * (PRICE.restApiPerMillion - PRICE.httpApiPerMillion);
  const [asked, one, ten] = [totalOf(answers), totalOf(alone), totalOf(busy)];
  const usd = (amount: number) => amount.toFixed(2);
  const both = ({ name, usd: amount }: Row) => [name, usd(amount), usd(amount)];
  fact('USD for a million lifecycles: the answers; all, alone', '20', `${usd(asked)}; ${usd(asked + edge + one)}`);
  writePart(
    'cost',
    'Money',
    [
      'USD for a million lifecycles without intent: created, two keys turned after more than two minutes, read, one callback that accepts its event at the first',
      'attempt. Units, stream records, messages and mails are counted on the deployed bundles (`test/infra/lifecycle.test.ts` fails when one is added); 15 ms',
      'for a call are an assumption. *Alone*: every batch of a queue or of the stream has one. *Busy*: every batch has ten. Logs, traces and KMS are not included.',
      '',
      table(
        ['service', 'alone', 'busy'],
        [
          ...answers.map(both),
          ['**the answers**', `**${usd(asked)}**`, `**${usd(asked)}**`],
          both({ name: 'CloudFront and its function, for the console', usd: edge }),
          ...alone.map(({ name, usd: amount }, index) => [name, usd(amount), usd(busy[index]!.usd)]),
          ['**audit, messages, delivery, checks**', `**${usd(one)}**`, `**${usd(ten)}**`],
          ['**all, with an HTTP API**', `**${usd(asked + edge + one)}**`, `**${usd(asked + edge + ten)}**`],
          ['all, with a REST API', usd(asked + edge + one + rest), usd(asked + edge + ten + rest)],
          ...[LIFECYCLE.mails * PRICE.mailsPerMillion].map((mail) => [
            `mail by SES, ${LIFECYCLE.mails} a lifecycle, on top`,
            usd(mail),
            usd(mail),
          ]),
        ],
      ),
      '',
      'The goal of 20 USD is met for the answers, without audit and deliveries, but not for everything: the work after the answers costs more than the answers. Most of it is',
      'necessary: a chain of every step (a block and a mark for each), messages that are never sent twice (a write for each), a check that nothing',
      'was forgotten (an update and an index entry, twice), and three requests to SQS for every message that is alone in its batch.',
    ].join('\n'),
  );
}

function answersOf({ writeUnits, readUnits }: { readonly writeUnits: number; readonly readUnits: number }): Row[] {
  return [
    { name: 'API Gateway (HTTP)', usd: LIFECYCLE.apiCalls * PRICE.httpApiPerMillion },
    { name: 'Lambda', usd: callsOf(LIFECYCLE.apiCalls, GB.api) },
    { name: 'DynamoDB writes', usd: writeUnits * PRICE.writePerMillion },
    { name: 'DynamoDB reads', usd: readUnits * PRICE.readPerMillion },
  ];
}

function behindOf(batch: number): Row[] {
  const { streamRecords, standardMessages, auditMessages, auditWriteUnits, otherWriteUnits, readUnits } = LIFECYCLE;
  // A block of ten causes weighs what they weigh, half a KiB each; the marks stay.
  const audit = batch === 1 ? auditWriteUnits : auditMessages * (1 + 0.5);
  return [
    { name: 'DynamoDB writes, behind the answers', usd: (otherWriteUnits + audit) * PRICE.writePerMillion },
    { name: 'DynamoDB reads, behind the answers', usd: readUnits * PRICE.readPerMillion },
    {
      name: 'Lambda, behind the answers',
      usd: callsOf((streamRecords + standardMessages + auditMessages) / batch, GB.behind),
    },
    // Sent, received and deleted.
    { name: 'SQS, fair queues', usd: (3 * standardMessages * PRICE.sqsFairPerMillion) / batch },
    { name: 'SQS, FIFO', usd: (3 * auditMessages * PRICE.sqsFifoPerMillion) / batch },
    { name: 'Step Functions', usd: 0 },
  ];
}

function callsOf(calls: number, gb: number): number {
  return calls * (PRICE.lambdaPerMillion + 1e6 * SECONDS_PER_CALL * gb * PRICE.lambdaGbSecondArm);
}

function totalOf(rows: readonly Row[]): number {
  return rows.reduce((sum, { usd }) => sum + usd, 0);
}
