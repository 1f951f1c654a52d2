/** Webhook endpoints: the list with their health, and a new one with its secret. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { LIMITS } from '../../../../generated/limits';
import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { countWaiting, endpointName } from '../../lib/names';
import { Link, navigate } from '../../lib/router';
import { queryClient } from '../../lib/session';
import { Ask } from '../../ui/dialog';
import { Choice, Field } from '../../ui/form';
import { HealthBadge } from '../../ui/health';
import { Icon } from '../../ui/icon';
import { Ago } from '../../ui/instant';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { Shown } from '../../ui/shown';
import { Answered, Empty, Problem } from '../../ui/states';
import { LinkRow, MainCell, Table } from '../../ui/table';
import { OrganizationChat } from './chat';
import { EVENT_TYPES, type EventType, TypesField, typesText } from './event-types';
import { WebhookSecret } from './webhook-secret';

type Watched = Schemas['Overview']['endpoints'][number];

export default function Webhooks() {
  const pages = usePages(['webhooks'], (query) => answer(api.GET('/api/webhooks', { params: { query } })));
  const [adding, setAdding] = useState(false);
  const health = useHealth();
  const add = (
    <Button className="button primary" onPress={() => setAdding(true)}>
      <Icon of={Plus} /> New endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" actions={add}>
      <div className="stack">
        <Answered query={pages} what="the endpoints">
          {({ pages: loaded }) => {
            const endpoints = loaded.flatMap((page) => page.endpoints);
            return endpoints.length === 0 ? (
              <Empty title="No endpoint yet">
                <p>An endpoint receives every event of your organization, whichever key made the request.</p>
              </Empty>
            ) : (
              <Table label="Webhook endpoints" columns={['Endpoint', 'Health', 'Last attempt', 'Waiting', '']}>
                {endpoints.map((endpoint) => (
                  <Row key={endpoint.id} endpoint={endpoint} watched={health.get(endpoint.id)} />
                ))}
              </Table>
            );
          }}
        </Answered>
        <More pages={pages} />
        <OrganizationChat />
      </div>
      {adding && <NewEndpoint onClose={() => setAdding(false)} />}
    </Page>
  );
}

export function useHealth(): ReadonlyMap<string, Watched> {
  const { data } = useQuery({
    queryKey: ['overview', 7],
    queryFn: () => answer(api.GET('/api/overview', { params: { query: { days: 7 } } })),
    refetchInterval: 15_000,
  });
  return new Map(data?.endpoints.map((endpoint) => [endpoint.id, endpoint]));
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
            <Shown text={endpointName(endpoint)} />
          </Link>
        }
        detail={
          <>
            <Shown text={url} /> · {typesText(types)}
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
            <Shown text={watched.last_error ?? ''} />
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
  const add = useMutation({
    mutationFn: () => {
      const body: Schemas['NewEndpoint'] = {
        url: url.trim(),
        ...(every === 'every' ? {} : { types }),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
      };
      return answer(api.POST('/api/webhooks', { body }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate();
  };
  if (add.data !== undefined) {
    const { endpoint, secret } = add.data;
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
    <Ask title="New webhook endpoint" onClose={onClose} question={false} locked={add.isPending}>
      <form className="form" onSubmit={submit}>
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
        <Problem error={add.error} />
        <div className="dialog-actions">
          <Button className="button" onPress={onClose} isDisabled={add.isPending}>
            Cancel
          </Button>
          <Button type="submit" className="button primary" isDisabled={add.isPending}>
            Add endpoint
          </Button>
        </div>
      </form>
    </Ask>
  );
}
