/** The CPU of one call to DynamoDB, with the functions' client and by hand. */
import { createHash, createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { requestKey } from '../src/adapters/dynamodb/keys';
import { openLedger } from '../test/support/ledger';
import { fact } from './report';
import { timed } from './support/cpu-time';
import { startDatabase } from './support/database';
import { inLanes, WIDTH } from './support/lanes';
import { PROPOSAL } from './support/proposal';
import { proposed } from './support/requests';
import { interleaved, median, pairedRatio, said } from './support/stats';

const ROUNDS = 9;
const PER_ROUND = 800;

export async function calls(): Promise<void> {
  const database = await startDatabase();
  const endpointBefore = process.env.DYNAMODB_ENDPOINT;
  process.env.DYNAMODB_ENDPOINT = database.endpoint;
  const ledger = await openLedger();
  const agent = new Agent({ keepAlive: true });
  try {
    const { id } = (await proposed(ledger, PROPOSAL)).request;
    const Key = requestKey(ledger.demo.org, id);
    const get = { TableName: ledger.tables.main, ConsistentRead: true };
    const byHand = callByHand(database.endpoint, agent);
    const ways = [
      () => ledger.tables.client.send(new GetCommand({ ...get, Key })),
      async () => unmarshall((await byHand('GetItem', { ...get, Key: marshall(Key) })).Item),
    ];
    const measured = ways.map(
      (call) => async () => (await timed(() => inLanes(PER_ROUND, WIDTH, call))).cpuUs / PER_ROUND,
    );
    const [ours, hand] = await interleaved(measured, { rounds: ROUNDS, warmUps: 2 });
    fact('CPU of the SDK for one call to DynamoDB', '–', `${median(ours!).toFixed(0)} µs`);
    fact('a call to DynamoDB without the SDK, to one with it', 'none, compared', said(pairedRatio(hand!, ours!)));
  } finally {
    if (endpointBefore === undefined) delete process.env.DYNAMODB_ENDPOINT;
    else process.env.DYNAMODB_ENDPOINT = endpointBefore;
    agent.destroy();
    await ledger.stop();
    await database.stop();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of DynamoDB
type Call = (operation: string, input: object) => Promise<any>;

/** Signature Version 4 as it is documented. The signing key of the day is kept. */
function callByHand(endpoint: string, agent: Agent): Call {
  const { host, hostname, port } = new URL(endpoint);
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
  const keys = new Map<string, Buffer>();
  const keyOf = (day: string) => {
    const key = keys.get(day) ?? hmac(hmac(hmac(hmac('AWS4local', day), 'local'), 'dynamodb'), 'aws4_request');
    keys.set(day, key);
    return key;
  };
  const signed = 'content-type;host;x-amz-date;x-amz-target';
  return (operation, input) => {
    const body = JSON.stringify(input);
    const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const scope = `${date.slice(0, 8)}/local/dynamodb/aws4_request`;
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      host,
      'x-amz-date': date,
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
    const canonical = ['POST', '/', '', ...lines, '', signed, sha256(body)].join('\n');
    const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
    const signature = hmac(keyOf(date.slice(0, 8)), toSign).toString('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=local/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
    const options = { hostname, port, method: 'POST', path: '/', agent };
    return new Promise((resolve, reject) => {
      const all = { ...headers, authorization, 'content-length': Buffer.byteLength(body) };
      request({ ...options, headers: all }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(JSON.parse(body));
          else reject(new Error(body));
        });
      })
        .on('error', reject)
        .end(body);
    });
  };
}
