/** Below the requests of an operator who signed in by a link: asks for a passkey if they have none. */
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../lib/api';
import { PasskeyNow } from '../../ui/passkey-now';

export default function FirstPasskey() {
  const { data } = useQuery({
    queryKey: ['passkeys', 'any'],
    queryFn: () => answer(api.GET('/api/passkeys', { params: { query: { limit: 1 } } })),
  });
  return data === undefined ? null : <PasskeyNow hasPasskey={data.passkeys.length > 0} />;
}
