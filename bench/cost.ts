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
  sqsPerMillion: 0.4,
  sqsFifoPerMillion: 0.5,
} as const;

/** Of one lifecycle without intent: two keys, one callback taken at the first try; six revisions of the item. */
const LIFECYCLE = {
  apiCalls: 4,
  /** API calls, and what the stream, the queues and the first try invoke, batched by ten where queues hold several. */
  invocations: 4 + 3 + 1 + 1 + 1 + 2,
  /** 1 GB for the API, half a GB for the others, 15 ms each. */
  gbSeconds: 4 * 0.015 + 8 * 0.5 * 0.015,
  /** Sent, received and deleted; batches of ten where several go at once: event, timers, notices, audit. */
  sqsRequests: 3 + 3 + 6,
  sqsFifoRequests: 3 * 3,
  /** After the answer: a delivery and its try, notices taken, audit entries with their causes and head. */
  laterWriteUnits: 4 + 7 + 20,
  laterReadUnits: 20,
} as const;

export async function cost(): Promise<void> {
  const [plain] = await counts();
  if (plain === undefined) throw new Error('no lifecycle was counted');
  const million = (units: number, price: number) => units * price;
  const api = (price: number) => million(LIFECYCLE.apiCalls, price);
  const rows: [string, number][] = [
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
      million(LIFECYCLE.sqsRequests, PRICE.sqsPerMillion) + million(LIFECYCLE.sqsFifoRequests, PRICE.sqsFifoPerMillion),
    ],
    ['Step Functions', 0],
  ];
  const total = rows.reduce((sum, [, usd]) => sum + usd, 0);
  const rest = total + api(PRICE.restApiPerMillion) - api(PRICE.httpApiPerMillion);
  writePart(
    'cost',
    'Money',
    [
      'USD for a million lifecycles without intent (one callback, all taken at the first try). The first five lines and the write units stand on counted',
      'operations; invocations and queue requests are estimates by the arithmetic in `bench/cost.ts`. Logs, KMS and mail are not in it.',
      '',
      table(
        ['service', 'USD per million'],
        [
          ...rows.map(([name, usd]) => [name, usd.toFixed(2)]),
          ['**all, with an HTTP API**', `**${total.toFixed(2)}**`],
          ['all, with a REST API', rest.toFixed(2)],
        ],
      ),
    ].join('\n'),
  );
}
