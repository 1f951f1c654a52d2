/** Webhook endpoints: the list, and a new one with its secret. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { answer, api, type Schemas } from '../../lib/api';
import { usePages } from '../../lib/lists';
import { Link, navigate } from '../../lib/router';
import { queryClient } from '../../lib/session';
import { Badge } from '../../ui/badge';
import { Choice, Field } from '../../ui/form';
import { More } from '../../ui/more';
import { Page } from '../../ui/page';
import { SecretOnce } from '../../ui/secret-once';
import { Shown } from '../../ui/shown';
import { Answered, Empty, Problem } from '../../ui/states';
import { EVENT_TYPES, type EventType, TypesField } from './event-types';

export default function Webhooks() {
  const pages = usePages(['webhooks'], (query) => answer(api.GET('/api/webhooks', { params: { query } })));
  return (
    <Page title="Webhooks">
      <div className="stack">
        <NewEndpoint />
        <Answered query={pages} what="the endpoints">
          {({ pages: loaded }) => {
            const endpoints = loaded.flatMap((page) => page.endpoints);
            return endpoints.length === 0 ? (
              <Empty title="No endpoint yet">
                <p>An endpoint gets every event of the organization, whichever key asked for the request.</p>
              </Empty>
            ) : (
              <ul className="cards">
                {endpoints.map((endpoint) => (
                  <li key={endpoint.id}>
                    <EndpointCard endpoint={endpoint} />
                  </li>
                ))}
              </ul>
            );
          }}
        </Answered>
        <More pages={pages} />
      </div>
    </Page>
  );
}

function EndpointCard({ endpoint }: { readonly endpoint: Schemas['Endpoint'] }) {
  const { id, url, enabled, types, description } = endpoint;
  return (
    <article className="card row-card">
      <h2>
        <Link to={`/webhooks/${id}`} className="stretched">
          <Shown text={url} mono />
        </Link>
      </h2>
      <Badge tone={enabled ? 'good' : 'idle'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
      <p className="muted">
        {types === null ? 'Every event type' : types.join(', ')}
        {description !== '' && (
          <>
            {' · '}
            <Shown text={description} />
          </>
        )}
      </p>
    </article>
  );
}

function NewEndpoint() {
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
  return (
    <section className="card" aria-labelledby="new-endpoint">
      <h2 id="new-endpoint">Add an endpoint</h2>
      <form className="form" onSubmit={submit}>
        <Field
          label="URL"
          type="url"
          value={url}
          onChange={setUrl}
          required
          maxLength={2048}
          hint="https, at a public address. Its signing secret is shown once, when it is added."
        />
        <div className="form-row">
          <Field label="What it is for" value={description} onChange={setDescription} maxLength={200} />
          <Choice
            label="Events"
            value={every}
            onChange={setEvery}
            options={[
              ['every', 'Every type'],
              ['some', 'Only some types'],
            ]}
          />
        </div>
        {every === 'some' && <TypesField types={types} onChange={setTypes} />}
        <Problem error={add.error} />
        <div className="form-actions">
          <Button type="submit" className="button primary" isDisabled={add.isPending}>
            Add endpoint
          </Button>
        </div>
      </form>
      {add.data !== undefined && (
        <SecretOnce
          title="The endpoint’s signing secret"
          label="Signing secret"
          secret={add.data.secret}
          onClose={() => {
            const { id } = add.data.endpoint;
            add.reset();
            navigate(`/webhooks/${id}`);
          }}
        >
          <p>Every post to it is signed with this secret. The whole text is the key.</p>
        </SecretOnce>
      )}
    </section>
  );
}
