/** The same create with Express and PostgreSQL: key, policy, and one insert that conflicts if it is repeated. */
import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { serve } from '../support/contender';
import { WIDTH } from '../support/lanes';
import { startCaller } from '../support/load';
import { peer } from '../support/peer';
import { PROPOSAL } from '../support/proposal';

type Row = Record<string, unknown>;
interface Pool {
  query(query: string | object, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

const TOKEN = `rak_${'A'.repeat(43)}_abcdef`;
const SCHEMA = `
  create table api_keys (hash text primary key, org text not null, scopes text[] not null);
  create table actions (org text, id text, policy jsonb not null, primary key (org, id));
  create table operators (org text, id text, enabled boolean not null, primary key (org, id));
  create table requests (id text primary key, org text not null, idempotency_key text, operation_hash text not null,
    action text not null, requester text not null, params jsonb not null, summary text, policy jsonb not null,
    state text not null, created_at bigint not null, expires_at bigint not null, unique (org, idempotency_key));
  create index on requests (org, created_at);
  create index on requests (expires_at) where state = 'notified';`;

const KEY = { name: 'key', text: 'select org, scopes from api_keys where hash = $1' };
const POLICY = {
  name: 'policy',
  text: `select a.policy, o.enabled from actions a join operators o on o.org = a.org and o.id = $3
    where a.org = $1 and a.id = $2`,
};
const INSERT = {
  name: 'insert',
  text: `insert into requests (id, org, idempotency_key, operation_hash, action, requester, params, summary, policy, state,
      created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'notified', $10, $11)
    on conflict (org, idempotency_key) do nothing returning *`,
};
const REPLAY = { name: 'replay', text: 'select * from requests where org = $1 and idempotency_key = $2' };

serve(async () => {
  const { Pool } = peer<{ Pool: new (options: object) => Pool }>('pg');
  const connection = { host: '127.0.0.1', port: Number(process.env.PORT), user: 'bench', database: 'postgres' };
  const pool = new Pool({ ...connection, max: WIDTH });
  await pool.query(SCHEMA);
  await pool.query('insert into api_keys values ($1, $2, $3)', [sha256(TOKEN), 'org_demo', ['propose', 'read']]);
  const roster = ['op_alpha', 'op_bravo', 'op_charlie', 'op_delta'];
  const policy = { roster, quorum: { default: 1, min: 1, max: 1 }, mode: 'independent', ttlSeconds: 3600 };
  await pool.query('insert into actions values ($1, $2, $3)', ['org_demo', PROPOSAL.action, JSON.stringify(policy)]);
  for (const id of roster) await pool.query('insert into operators values ($1, $2, true)', ['org_demo', id]);
  const server = await listen(pool);
  const caller = startCaller();
  const { port } = server.address() as AddressInfo;
  return {
    prepare: async () => undefined,
    run: (count) => caller.call({ port, authorization: `Bearer ${TOKEN}`, body: JSON.stringify(PROPOSAL), count }),
    async stop() {
      caller.stop();
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
});

function listen(pool: Pool): Promise<Server> {
  const app = express();
  app.use(async (req, res, next) => {
    const token = /^Bearer (\S+)$/.exec(req.get('authorization') ?? '')?.[1];
    const [key] = token === undefined ? [] : (await pool.query({ ...KEY, values: [sha256(token)] })).rows;
    if (key === undefined) return void res.status(401).json({ error: 'no live key' });
    res.locals.org = key.org;
    next();
  });
  app.use(express.json({ limit: '128kb' }));
  app.post('/v1/requests', async (req, res) => {
    const { action, requester, params, summary } = req.body;
    if (typeof action !== 'string' || typeof requester !== 'string' || !isParams(params)) {
      return void res.status(400).json({ error: 'malformed', kind: 'invalid' });
    }
    const org = res.locals.org as string;
    const [found] = (await pool.query({ ...POLICY, values: [org, action, requester] })).rows;
    if (found?.enabled !== true) return void res.status(422).json({ error: 'refused', kind: 'refused' });
    const hash = `sha256:${sha256(JSON.stringify({ action, params: Object.entries(params).sort() }))}`;
    const now = Date.now();
    const id = `req_${randomBytes(12).toString('hex')}`;
    const idempotencyKey = req.get('idempotency-key') ?? null;
    const stored = [JSON.stringify(params), summary ?? null, JSON.stringify(found.policy)];
    const values = [id, org, idempotencyKey, hash, action, requester, ...stored, now, now + 3600_000];
    const [made] = (await pool.query({ ...INSERT, values })).rows;
    if (made !== undefined) return void res.status(202).json({ server_now: now, request: shown(made) });
    const [before] = (await pool.query({ ...REPLAY, values: [org, idempotencyKey] })).rows;
    if (before?.operation_hash !== hash) {
      return void res.status(409).json({ error: 'another operation', kind: 'idempotency_conflict' });
    }
    res
      .set('Idempotent-Replayed', 'true')
      .status(202)
      .json({ server_now: now, request: shown(before) });
  });
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function isParams(params: unknown): params is Record<string, string> {
  return typeof params === 'object' && params !== null && Object.values(params).every((v) => typeof v === 'string');
}

function shown({ policy: _, idempotency_key: __, org: ___, ...request }: Row): Row {
  return { ...request, live: true, outcome: null, approvers: [], decided_at: null, intent: null };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
