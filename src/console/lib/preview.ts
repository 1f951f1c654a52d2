/** Who would be asked for a request, under the saved policy or under one that is being edited. */
import { useQuery } from '@tanstack/react-query';
import { answer, api } from './api';
import { useLater } from './later';
import { linesOf } from './policy-draft';
import type { Schemas } from './schemas';

/** A request to try. */
export interface Sample {
  readonly requester: string;
  /** One for each line, as name=value. */
  readonly params: string;
  /** Empty: what the policy says. */
  readonly quorum: string;
}

export function usePreview(id: string, policy: Schemas['PolicyBody'] | null, { requester, params, quorum }: Sample) {
  const body = {
    requester,
    params: paramsFromLines(params),
    ...(quorum === '' ? {} : { quorum: Number(quorum) }),
    ...(policy === null ? {} : { policy }),
  };
  const asked = useLater(JSON.stringify(body));
  return useQuery({
    queryKey: ['preview', id, asked],
    enabled: requester !== '' && (policy === null || isFilledIn(policy)),
    queryFn: async () => {
      const path = { id: id === '' ? 'new-action' : id };
      const { preview } = await answer(
        api.POST('/api/actions/{id}/preview', { params: { path }, body: JSON.parse(asked) }),
      );
      return preview;
    },
    placeholderData: (before) => before,
    retry: false,
    refetchOnWindowFocus: false,
  });
}

/** The newest request of the action as an example. Without one, only the names of the params. */
export function useSample(id: string | null, policy: Schemas['PolicyBody'], requester: string) {
  return useQuery({
    queryKey: ['sample', id],
    enabled: id !== null,
    queryFn: async (): Promise<Sample> => {
      const query = { action: id ?? '', limit: 1 };
      const { requests } = await answer(api.GET('/api/requests', { params: { query } }));
      const [newest] = requests;
      if (newest === undefined) {
        const { required_params: required = [], param_rules: rules = [] } = policy;
        const names = [...required, ...rules.flatMap(({ when }) => when.map(({ param }) => param))];
        return { requester, params: [...new Set(names)].map((name) => `${name}=`).join('\n'), quorum: '' };
      }
      return { requester: newest.request.requester, params: linesFrom(newest.request.params), quorum: '' };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Without what a form has before it is filled in, the service could only answer that it is missing. */
export function isFilledIn({ title, roster, quorum, param_rules: rules = [] }: Schemas['PolicyBody']): boolean {
  const numbers = [quorum.default, quorum.min, quorum.max, ...rules.map((rule) => rule.quorum)];
  return (
    title !== '' &&
    roster.length > 0 &&
    numbers.every((number) => Number.isInteger(number) && number > 0) &&
    rules.every(({ when }) => when.every(({ param }) => param !== ''))
  );
}

export function paramsFromLines(lines: string): Record<string, string> {
  return Object.fromEntries(
    linesOf(lines).map((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

const linesFrom = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    // The field has one line for each param, so a text of several lines is left out. So is the digest of a sealed call,
    // which tells people nothing.
    .filter(([key, value]) => !value.includes('\n') && !key.includes('=') && key !== 'intent')
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');
