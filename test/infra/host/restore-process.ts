/** `npm run restore` over a deployment on one machine: the steps of the command, with that deployment's plane. */
import { readDeployment } from '../../../scripts/restore/attach';
import { headsFrom } from '../../../scripts/restore/heads';
import { openJournal } from '../../../scripts/restore/journal';
import type { Plane } from '../../../scripts/restore/plane';
import { runSteps, STEPS } from '../../../scripts/restore/steps';
import { cloudFront } from './cloud-front';
import { type Point, withPointInTime } from './point-in-time';
import { remote } from './remote';

export interface Asked {
  readonly plane: string;
  readonly point: string;
  readonly database: string;
  readonly at: string;
  readonly suffix: string;
  readonly config: string;
  readonly heads: string;
  /** The step after which the process kills itself. A kill from outside could come too late on a slow machine. */
  readonly killedAfter: string | null;
}

async function main({ plane: url, point, database, at, suffix, config, heads, killedAfter }: Asked): Promise<void> {
  const plane = remote<Plane>(url);
  await runSteps(
    {
      plane,
      client: withPointInTime(database, remote<Point>(point)),
      journal: await openJournal(`${config}.journal.json`, { at, suffix }, () => plane.names()),
      headsOf: headsFrom({ path: heads }, null),
      headIntervalMs: readDeployment(config).headIntervalSeconds * 1000,
      acceptsUnpublished: new Set(),
      config,
      archive: `${config}.messages.ndjson`,
      drainMs: 60_000,
      quietMs: 50,
      setScaling: async () => 0,
      // A restore in place has the lost table, and its name.
      continuation: () => Promise.reject(new Error('there is a lost table')),
      distribution: cloudFront({ first: [] }).distribution('first'),
      nowMs: Date.now,
      pollMs: 10,
      log: (line) => {
        console.log(line);
        if (/^\d+\/\d+ (\w+): /.exec(line)?.[1] === killedAfter) process.kill(process.pid, 'SIGKILL');
      },
    },
    STEPS,
  );
}

void main(JSON.parse(process.argv[2]!) as Asked);
