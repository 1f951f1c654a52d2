/** The I/O of the edit that gives a seat a new code. */

import { ok } from '../../../protocol/result';
import type { RequestWriter } from '../../configuration/ports';
import { after, reader, type WithConfig, writer } from '../../configuration/use-cases/parts-of-edits';
import type { RequestStore } from '../../request/ports';
import type { Change } from '../../request/rules/journal';
import { nowFor } from '../../system/now';
import type { Clock, Pause, Random } from '../../system/ports';
import { baseCode, CODE, reissueCode } from '../rules/edits/reissue-code';

interface WithRequests {
  readonly clock: Clock;
  readonly requests: Pick<RequestStore, 'load'>;
}

export const READERS = [
  reader(CODE, async ({ clock, requests }: WithRequests, org, { request: id, seat }) => {
    const loaded = await requests.load(org, id);
    return loaded === null ? null : baseCode(loaded.request, seat, nowFor(clock, loaded.request));
  }),
] as const;

interface WithChanges {
  readonly random: Random;
  readonly pause: Pause;
  readonly changes: RequestWriter;
}

export const writers = () =>
  [
    writer<{ kind: 'request'; item: Change }>('request')(({ random, pause, changes }: WithChanges, _org, permit) => {
      const writeId = random.hex(12);
      return {
        async save({ item }, attempt) {
          const written = await changes.write(item, permit, writeId);
          if (written.kind === 'saved') return 'saved';
          // The rule has begun since it was read. The admin repeats the edit, and it then waits.
          if (written.kind === 'base_moved') return 'refused';
          await pause.beforeRetry(attempt);
          return 'conflict';
        },
        stored: async () => null,
      };
    }),
  ] as const;

export const OUTSIDE = {
  reissue_code: /* @__PURE__ */ after(
    reissueCode,
    async (deps: WithConfig & WithRequests, { editor: { org }, edit }) => {
      const [loaded, operators] = await Promise.all([
        deps.requests.load(org, edit.request),
        deps.config.operators(org),
      ]);
      return ok({ ...loaded!, operators, nowMs: nowFor(deps.clock, loaded!.request) });
    },
  ),
};
