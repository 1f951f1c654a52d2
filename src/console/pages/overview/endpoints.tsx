/**
 * Every endpoint with its health. An endpoint whose last attempt failed is never green, however many attempts succeeded
 * before.
 */

import { counted } from '../../lib/format';
import { endpointName } from '../../lib/names';
import type { Watched } from '../../lib/overview';
import { Link } from '../../lib/router';
import { useMe } from '../../lib/session';
import { HealthBadge } from '../../ui/badge';
import { Ago } from '../../ui/instant';
import { MainCell, Table } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';

export function Endpoints({ endpoints }: { readonly endpoints: readonly Watched[] }) {
  if (endpoints.length === 0) return null;
  const worstFirst = [...endpoints].sort((a, b) => ORDER.indexOf(a.health) - ORDER.indexOf(b.health));
  return (
    <Table label="Webhook endpoints" columns={['Endpoint', 'Health', 'Last attempt', 'Waiting']}>
      {worstFirst.map((endpoint) => (
        <Row key={endpoint.id} {...endpoint} />
      ))}
    </Table>
  );
}

const ORDER: readonly Watched['health'][] = ['failing', 'healthy', 'unused', 'disabled'];

function Row(endpoint: Watched) {
  const { id, url, health, last_attempt_at, last_error, last_status, waiting } = endpoint;
  const isAdmin = useMe().role === 'admin';
  const name = <VisibleText text={endpointName(endpoint)} />;
  return (
    <tr className={isAdmin ? 'row-link' : undefined}>
      <MainCell
        title={
          isAdmin ? (
            <Link to={`/webhooks/${id}`} className="stretched">
              {name}
            </Link>
          ) : (
            <strong>{name}</strong>
          )
        }
        detail={<VisibleText text={url} />}
      />
      <td>
        <HealthBadge health={health} />
      </td>
      <td>
        {last_attempt_at === null ? (
          <span className="secondary">none yet</span>
        ) : (
          <>
            <VisibleText text={last_error ?? String(last_status ?? 'delivered')} />,{' '}
            <span className="secondary">
              <Ago ms={last_attempt_at} />
            </span>
          </>
        )}
      </td>
      <td data-label="Waiting:">{waiting === 0 ? '–' : counted(waiting, 'event')}</td>
    </tr>
  );
}
