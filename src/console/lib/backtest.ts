/** What a policy would have changed for the requests of the last 30 days. */

import { useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import { counted } from './format';
import type { Schemas } from './schemas';

/** The question before a key shows the result of its page: 500 requests are not judged again for it. */
const KEPT_MS = 60_000;

/** `policy` in canonical form: the review of an edit shows what was already computed beside it. */
export function useBacktest(id: string, policy: string, enabled: boolean) {
  return useQuery({
    queryKey: ['backtest', id, policy],
    queryFn: () =>
      answer(
        api.POST('/api/actions/{id}/backtest', { params: { path: { id } }, body: { policy: JSON.parse(policy) } }),
      ),
    enabled,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: KEPT_MS,
  });
}

type Difference = Schemas['Backtest']['different'][number];

/** The one difference that matters most, for a narrow column. */
export function differenceText({ was, would_be: then, refusal }: Difference): string {
  if (refusal !== null) return 'refused';
  if (was.quorum !== then.quorum) return `${was.quorum} → ${counted(then.quorum, 'key')}`;
  if (was.turn !== then.turn) return then.turn === 'code' ? 'not signed' : 'signed';
  if (was.mode !== then.mode) return then.mode === 'coincident' ? 'together' : 'at any time';
  const added = then.seats.filter((seat) => !was.seats.includes(seat)).length;
  const gone = was.seats.filter((seat) => !then.seats.includes(seat)).length;
  return [added > 0 && `${added} more asked`, gone > 0 && `${gone} not asked`].filter(Boolean).join(', ');
}
