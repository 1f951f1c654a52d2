/** Webhook endpoints: the list with their health, and a new one with its secret. */

import { useState } from 'react';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { useEdit } from '../../lib/edit';
import { EVENT_TYPES, type EventType } from '../../lib/event-names';
import { usePages } from '../../lib/lists';
import { countWaiting, endpointName } from '../../lib/names';
import { useHealth, type Watched } from '../../lib/overview';
import { Link, navigate } from '../../lib/router';
import { HealthBadge } from '../../ui/badge';
import { EditDialog } from '../../ui/edit-dialog';
import { Choice, Field } from '../../ui/form';
import { Ago } from '../../ui/instant';
import { ListPage } from '../../ui/list-page';
import { Empty } from '../../ui/states';
import { LinkRow, MainCell } from '../../ui/table';
import { VisibleText } from '../../ui/visible-text';
import { TypesField, typesText, WebhookSecret } from './endpoint';
import './webhooks.css';

const WEBHOOKS = ['webhooks'] as const;

export default function Webhooks() {
  const pages = usePages(WEBHOOKS, (query) => answer(api.GET('/api/webhooks', { params: { query } })));
  const health = useHealth();
  return (
    <ListPage
      title="Webhooks"
      label="Webhook endpoints"
      pages={pages}
      what="the endpoints"
      itemsOf={({ endpoints }) => endpoints}
      columns={['Endpoint', 'Health', 'Last attempt', 'Waiting', '']}
      row={(endpoint) => <Row key={endpoint.id} endpoint={endpoint} watched={health.get(endpoint.id)} />}
      none={
        <Empty title="No endpoint yet">
          <p>An endpoint receives every event of your organization, whichever key made the request.</p>
        </Empty>
      }
      add={{ label: 'New endpoint…', dialog: (onClose) => <NewEndpoint onClose={onClose} /> }}
    />
  );
}

interface RowProps {
  readonly endpoint: Schemas['Endpoint'];
  readonly watched: Watched | undefined;
}

function Row({ endpoint, watched }: RowProps) {
  const { id, url, enabled, types, unverified } = endpoint;
  return (
    <LinkRow>
      <MainCell
        title={
          <Link to={`/webhooks/${id}`} className="stretched">
            <VisibleText text={endpointName(endpoint)} />
          </Link>
        }
        detail={
          <>
            <VisibleText text={url} /> · {typesText(types)}
          </>
        }
      />
      <td>
        {enabled ? (
          watched !== undefined && <HealthBadge health={watched.health} />
        ) : (
          <HealthBadge health={unverified ? 'unverified' : 'disabled'} />
        )}
      </td>
      <td className="secondary">
        {watched?.last_attempt_at == null ? 'none yet' : <Ago ms={watched.last_attempt_at} />}
        {watched?.health === 'failing' && (
          <p className="bad-text small">
            <VisibleText text={watched.last_error ?? ''} />
          </p>
        )}
      </td>
      <td data-label="Waiting:">{watched === undefined || watched.waiting === 0 ? '–' : countWaiting(watched)}</td>
    </LinkRow>
  );
}

function NewEndpoint({ onClose }: { readonly onClose: () => void }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [every, setEvery] = useState<'every' | 'some'>('every');
  const [types, setTypes] = useState<EventType[]>([...EVENT_TYPES]);
  const body: Schemas['NewEndpoint'] = {
    url: url.trim(),
    ...(every === 'every' ? {} : { types }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
  };
  const add = useEdit({ run: () => answer(api.POST('/api/webhooks', { body })), stale: [WEBHOOKS] });
  if (add.made !== null) {
    const { endpoint, secret } = add.made;
    return (
      <WebhookSecret
        title="The signing secret of the new endpoint"
        secret={secret}
        onClose={() => navigate(`/webhooks/${endpoint.id}`)}
      >
        <p>Every post to the endpoint is signed with this secret. The complete text is the key.</p>
        {endpoint.unverified && <p>A test event is on its way there. Enter its token on the next page.</p>}
      </WebhookSecret>
    );
  }
  return (
    <EditDialog title="New webhook endpoint" edit={add} onClose={onClose} submit="Add endpoint">
      <Field
        label="URL"
        type="url"
        value={url}
        onChange={setUrl}
        required
        maxLength={LIMITS.endpointUrl.max}
        hint="An https URL at a public address, or the ARN of an EventBridge event bus or an SQS queue that your deployment allows. The signing secret is shown once, when you add the endpoint."
      />
      <Field
        label="What it is for"
        value={description}
        onChange={setDescription}
        maxLength={LIMITS.endpointDescription.max}
      />
      <Choice
        label="Events"
        value={every}
        onChange={setEvery}
        options={[
          ['every', 'Every event'],
          ['some', 'Only some events'],
        ]}
      />
      {every === 'some' && <TypesField types={types} onChange={setTypes} />}
    </EditDialog>
  );
}
