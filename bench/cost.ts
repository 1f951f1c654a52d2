/** USD for a million lifecycles, from counted operations and published prices. */
import { counts } from './counts';
import { table, writePart } from './report';

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
 * Of one lifecycle without intent: two keys, one callback taken at the first try. Units, records, messages and mails are
 * counted on the deployed bundles by test/infra/lifecycle.test.ts, which holds them to these numbers.
 */
const LIFECYCLE = {
  apiCalls: 4,
  /** API calls, 28 records of the stream, and the messages: at most, since a batch holds at least one. */
  invocations: 4 + 28 + 1 + 5 + 3 + 3,
  /** 1 GB for the API, half a GB for the others, 15 ms each. */
  gbSeconds: 4 * 0.015 + 40 * 0.5 * 0.015,
  /** Sent, received and deleted: an event, five notices, three timers. At most: batches share requests. */
  sqsRequests: 3 * (1 + 5 + 3),
  sqsFifoRequests: 3 * 3,
  /** After the answer: a delivery and its try, notices taken, audit entries with their causes and head, the check. */
  laterWriteUnits: 42,
  laterReadUnits: 34,
  mails: 5,
} as const;

export async function cost(): Promise<void> {
  const [plain] = await counts();
  if (plain === undefined) throw new Error('no lifecycle was counted');
  const million = (units: number, price: number) => units * price;
  const api = (price: number) => million(LIFECYCLE.apiCalls, price);
  const rows: [string, number][] = [
    ['CloudFront, with its function', api(PRICE.cloudFrontPerMillion + PRICE.cloudFrontFunctionPerMillion)],
    ['API Gateway (HTTP)', api(PRICE.httpApiPerMillion)],
    ['Lambda requests', million(LIFECYCLE.invocations, PRICE.lambdaPerMillion)],
    ['Lambda time', LIFECYCLE.gbSeconds * 1e6 * PRICE.lambdaGbSecondArm],
    ['DynamoDB writes before the answers', million(plain.writeUnits, PRICE.writePerMillion)],
    ['DynamoDB reads before the answers', million(plain.readUnits, PRICE.readPerMillion)],
    [
      'DynamoDB after the answers (audit, notices, delivery)',
      million(LIFECYCLE.laterWriteUnits, PRICE.writePerMillion) +
        million(LIFECYCLE.laterReadUnits, PRICE.readPerMillion),
    ],
    [
      'SQS',
      million(LIFECYCLE.sqsRequests, PRICE.sqsFairPerMillion) +
        million(LIFECYCLE.sqsFifoRequests, PRICE.sqsFifoPerMillion),
    ],
    ['Step Functions', 0],
  ];
  const total = rows.reduce((sum, [, usd]) => sum + usd, 0);
  const rest = total + api(PRICE.restApiPerMillion) - api(PRICE.httpApiPerMillion);
  writePart(
    'cost',
    'Money',
    [
      'USD for a million lifecycles without intent (one callback, all taken at the first try). Units, records of the stream, messages and mails are counted',
      '(`test/infra/lifecycle.test.ts` holds the deployed bundles to them); invocations and queue requests follow from them as upper bounds, since batches',
      'share them; 15 ms an invocation is an assumption. Logs, traces and KMS are not in it.',
      '',
      table(
        ['service', 'USD per million'],
        [
          ...rows.map(([name, usd]) => [name, usd.toFixed(2)]),
          ['**all, with an HTTP API**', `**${total.toFixed(2)}**`],
          ['all, with a REST API', rest.toFixed(2)],
          [
            `mail by SES, ${LIFECYCLE.mails} a lifecycle, on top`,
            million(LIFECYCLE.mails, PRICE.mailsPerMillion).toFixed(2),
          ],
        ],
      ),
    ].join('\n'),
  );
}
