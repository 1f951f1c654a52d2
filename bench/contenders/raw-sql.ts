/** The least that SQL needs: one statement claims a job by its name, and one reports it by its claim. */
import { randomBytes, randomUUID } from 'node:crypto';
import { serve } from '../support/contender';
import { inLanes, WIDTH } from '../support/lanes';
import { peer } from '../support/peer';
import { JOB } from '../support/proposal';

interface Pg {
  Pool: new (
    options: object,
  ) => {
    query(query: string | object, values?: readonly unknown[]): Promise<{ rowCount: number }>;
    end(): Promise<void>;
  };
}

const CLAIM = {
  name: 'claim',
  text: `update jobs set state = 'executing', claim_id = $2, lease_until = now() + interval '600 s'
    where id = $1 and state = 'executable' returning id, params, intent`,
};
const REPORT = {
  name: 'report',
  text: `update jobs set state = 'succeeded', reference = $3, reported_at = now()
    where id = $1 and claim_id = $2 and state = 'executing' returning id, params, reference`,
};

serve(async () => {
  const { Pool } = peer<Pg>('pg');
  const pool = new Pool({
    host: '127.0.0.1',
    port: Number(process.env.PORT),
    user: 'bench',
    database: 'postgres',
    max: WIDTH,
  });
  await pool.query(`create table if not exists jobs (id text primary key, state text not null, params jsonb, intent text,
    claim_id text, lease_until timestamptz, reference text, reported_at timestamptz)`);
  let ids: string[] = [];
  return {
    async prepare(count) {
      ids = Array.from({ length: count }, () => randomUUID());
      const insert = `insert into jobs (id, state, params, intent) select unnest($1::text[]), 'executable', $2, $3`;
      await pool.query(insert, [ids, JSON.stringify(JOB.params), JOB.intent]);
    },
    run: (count) =>
      inLanes(count, WIDTH, async (n) => {
        const claim = `clm_${randomBytes(12).toString('hex')}`;
        const claimed = await pool.query({ ...CLAIM, values: [ids[n], claim] });
        const reported = await pool.query({ ...REPORT, values: [ids[n], claim, 're_1'] });
        if (claimed.rowCount + reported.rowCount !== 2) throw new Error('a job was not claimed and reported');
      }),
    stop: () => pool.end(),
  };
});
