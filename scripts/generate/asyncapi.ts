/**
 * The events as an AsyncAPI 3 document, for event catalogues. The `webhooks` of the OpenAPI document are the source, so
 * the two cannot disagree. https://www.asyncapi.com/docs/reference/specification/v3.0.0
 */
import { type BundledDocument, type OperationObject, type Parameter, resolved, type Schema } from './bundle';

interface Webhook extends OperationObject {
  readonly summary: string;
  readonly description: string;
}

type Node = Readonly<Record<string, unknown>>;

export function asyncApiOf(document: BundledDocument): Node {
  const { info, webhooks } = document as BundledDocument & {
    readonly info: { readonly title: string; readonly version: string };
    readonly webhooks: Readonly<Record<string, { readonly post: Webhook }>>;
  };
  const events = Object.entries(webhooks).map(([type, { post }]) => ({ type, webhook: post, name: nameOf(post) }));
  const messages = Object.fromEntries(events.map((event) => [event.name, messageOf(document, event)]));
  const schemas = reachable(document, messages);
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${info.title}: events`,
      version: info.version,
      description: (document as unknown as { tags: { name: string; description: string }[] }).tags.find(
        ({ name }) => name === 'Events',
      )!.description,
    },
    defaultContentType: 'application/json',
    channels: {
      events: {
        // The consumer's own address: a callback URL or a webhook endpoint.
        address: null,
        title: 'Events of requests',
        messages: byName(events, (name) => `#/components/messages/${name}`),
      },
    },
    operations: Object.fromEntries(
      events.map(({ name, webhook }) => [
        name,
        {
          action: 'send',
          channel: { $ref: '#/channels/events' },
          summary: webhook.summary,
          description: webhook.description,
          messages: [{ $ref: `#/channels/events/messages/${name}` }],
        },
      ]),
    ),
    components: { messages, schemas },
  };
}

/** `onRequestAuthorized`: RequestAuthorized */
const nameOf = ({ operationId }: Webhook): string => operationId.replace(/^on/, '');

const byName = (events: readonly { readonly name: string }[], refOf: (name: string) => string) =>
  Object.fromEntries(events.map(({ name }) => [name, { $ref: refOf(name) }]));

function messageOf(document: BundledDocument, { type, webhook }: { readonly type: string; readonly webhook: Webhook }) {
  const [media] = Object.values(webhook.requestBody!.content) as { schema: Schema; examples?: Record<string, Node> }[];
  const headers = webhook.parameters!.map((parameter) =>
    resolved<Parameter & { description: string }>(document, parameter),
  );
  return {
    name: type,
    title: webhook.summary,
    summary: webhook.description.trim(),
    contentType: 'application/json',
    headers: {
      type: 'object',
      required: headers.filter(({ required }) => required).map(({ name }) => name),
      properties: Object.fromEntries(
        headers.map(({ name, description, schema }) => [name, { allOf: [schema], description }]),
      ),
    },
    payload: { allOf: [media!.schema, { type: 'object', properties: { type: { const: type } } }] },
    examples: Object.entries(media!.examples ?? {}).map(([name, example]) => ({
      name,
      payload: resolved<{ value: unknown }>(document, example).value,
    })),
  };
}

/** The schemas that the messages refer to, directly or through others. */
function reachable(document: BundledDocument, messages: Node): Node {
  const found = new Map<string, unknown>();
  const visit = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      if (found.has(name!)) continue;
      found.set(name!, document.components.schemas![name!]);
      visit(found.get(name!));
    }
  };
  visit(messages);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
