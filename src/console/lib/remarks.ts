/** What people should read first. The service finds it. If it does not answer, that is said, and nobody decides on silence. */

import { useQuery } from '@tanstack/react-query';
import { ADMIN_ACTION } from '../../protocol/change-request';
import { answer, api, type Schemas } from './api';
import type { RequestAnswer } from './requests';

export type Remark = Schemas['FullRemark'];

const SENTENCE = { always: false, about: null, link: null };
const COMPARING: Remark = { ...SENTENCE, level: 'note', text: 'Comparing with earlier requests…' };
const FAILED = 'Not compared: the comparison with earlier requests failed. Check every value yourself.';
const NOT_COMPARED: Remark = { ...SENTENCE, level: 'warn', text: FAILED };

/** So long a decision waits for the comparison, also for one that failed at once. */
const WAIT_MS = 5000;

/** Compares wherever it is used: when the page opens, and again when the question before a turn does. */
export function useRemarks({ request: { id, action }, remarks: own }: RequestAnswer) {
  const isChange = action === ADMIN_ACTION;
  const { data, isError, isFetchedAfterMount } = useQuery({
    queryKey: ['compared', id],
    queryFn: async () => {
      const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('not compared')), WAIT_MS));
      const call = answer(api.GET('/api/requests/{id}', { params: { path: { id }, query: { compare: true } } }));
      return (await Promise.race([call.catch(() => late), late])).comparison;
    },
    enabled: !isChange,
    refetchOnWindowFocus: false,
  });
  const isReady = isChange || isFetchedAfterMount;
  const missing = isReady ? NOT_COMPARED : COMPARING;
  const isCompared = isReady && !isError;
  const all = [...(data?.remarks ?? []), ...own, ...(isCompared ? [] : [missing])];
  /** `standing`: with how many it was compared. `isReady`: a key can be turned. */
  return {
    remarks: ['warn', 'note'].flatMap((wanted) => all.filter(({ level }) => level === wanted)),
    standing: isCompared ? data?.remarks.at(-1) : missing,
    last: data?.last,
    isReady,
  };
}
