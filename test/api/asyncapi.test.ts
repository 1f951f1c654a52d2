/** The AsyncAPI document, against the specification's own schema and against the events that it describes. */
import specification from '@asyncapi/specs/schemas/3.0.0-without-$id.json';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../generated/service.asyncapi.json';
import openapi from '../../generated/service.openapi.json';
import { EVENT_TYPES } from '../../src/protocol/event-types';
import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';
import { openReceiver } from '../support/receiver';

const messages = Object.values(document.components.messages);

describe('the AsyncAPI document', () => {
  it('the AsyncAPI document is valid by the schema of AsyncAPI 3.0', () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    const isValid = ajv.compile(specification);
    isValid(document);
    expect(isValid.errors ?? []).toEqual([]);
  });

  it('the AsyncAPI document has one message and one operation for each type of event, with a valid example', () => {
    expect(messages.map(({ name }) => name).sort()).toEqual([...EVENT_TYPES].sort());
    expect(Object.keys(document.operations).sort()).toEqual(Object.keys(document.components.messages).sort());
    for (const message of messages) {
      expect(message.examples.length).toBeGreaterThan(0);
      for (const { payload } of message.examples) expect(faultsOf(message.payload, payload)).toEqual([]);
    }
  });

  describe('the posts in the AsyncAPI document', () => {
    const house = openedOnce(() => openHouse({ memory: true }));
    const receiver = openedOnce(openReceiver);

    it('the AsyncAPI document describes headers and body of every type of event, and of no other type', async () => {
      const { body } = await house.api('op_alpha', 'POST', '/api/webhooks', { url: receiver.url });
      for (const type of EVENT_TYPES) {
        expect((await house.api('op_alpha', 'POST', `/api/webhooks/${body.endpoint.id}/test`, { type })).status).toBe(
          202,
        );
      }
      await house.messages('op_alpha');
      expect(receiver.posts.map(({ json }) => json.type).sort()).toEqual([...EVENT_TYPES].sort());
      for (const post of receiver.posts) {
        const message = messages.find(({ name }) => name === post.json.type)!;
        const sent = Object.fromEntries(
          Object.keys(message.headers.properties).map((name) => [name, post.headers[name.toLowerCase()]]),
        );
        expect(faultsOf(message.headers, sent)).toEqual([]);
        expect(faultsOf(message.payload, post.json)).toEqual([]);
        expect(faultsOf(message.payload, { ...post.json, type: 'request.unknown' })).not.toEqual([]);
      }
    });

    it('the AsyncAPI document declares every header of ours that is posted, as the OpenAPI document does', async () => {
      const id = await house.proposed({ callback_url: receiver.url });
      await house.turn('op_bravo', id);
      // The first head of the audit chain is published by now, so posts carry it.
      await house.advance(600_000);
      receiver.posts.splice(0);
      const next = await house.proposed({ callback_url: receiver.url });
      await house.turn('op_bravo', next);
      await house.messages('op_alpha');
      const posted = Object.keys(receiver.posts[0]!.headers).filter((name) => /^(service|webhook)-/.test(name));
      expect(posted).toContain('service-audit-head');
      for (const message of messages) {
        expect(Object.keys(message.headers.properties).map((name) => name.toLowerCase())).toEqual(
          expect.arrayContaining(posted),
        );
        expect(message.headers.required).not.toContain('Service-Audit-Head');
      }
      for (const { post } of Object.values(openapi.webhooks)) {
        const declared = post.parameters.map(
          ({ $ref }) =>
            openapi.components.parameters[$ref.split('/').at(-1) as keyof typeof openapi.components.parameters],
        );
        expect((declared as { name: string }[]).map(({ name }) => name.toLowerCase())).toEqual(
          expect.arrayContaining(posted),
        );
      }
    });
  });
});

/** By the part of the document that a schema is, with its references into the document. */
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
/** Compiling one takes longer than all that is judged by it. */
const validators = new Map<object, ReturnType<typeof ajv.compile>>();

function faultsOf(schema: object, value: unknown): unknown[] {
  const isValid = validators.get(schema) ?? ajv.compile({ ...schema, components: document.components });
  validators.set(schema, isValid);
  isValid(value);
  return isValid.errors ?? [];
}
