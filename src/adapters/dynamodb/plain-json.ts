/**
 * DynamoDB's JSON without the SDK's walk over its schemas. What the document client marshals is JSON already, so a call is
 * `JSON.stringify` and an answer is `JSON.parse` (docs/decisions/dynamodb-client.md). No item here has a binary attribute:
 * one would be refused by DynamoDB, because it would not be base64. Times of the table's own description stay numbers.
 */
import { AwsJson1_0Protocol, JsonCodec2, JsonShapeDeserializer2, JsonShapeSerializer2 } from '@aws-sdk/core/protocols';

type Protocol = AwsJson1_0Protocol;
type Settings = ConstructorParameters<typeof AwsJson1_0Protocol>[0];

/** For the `protocol` option of a DynamoDB client. */
export class PlainJsonProtocol extends AwsJson1_0Protocol {
  constructor(settings: Settings) {
    super({ ...settings, jsonCodec: new PlainJsonCodec({ jsonName: false, timestampFormat: EPOCH_SECONDS }) });
  }

  /** The signature covers the host, which a middleware of the SDK sets otherwise. */
  override async serializeRequest(...args: Parameters<Protocol['serializeRequest']>) {
    const request = await super.serializeRequest(...args);
    request.headers.host = request.port === undefined ? request.hostname : `${request.hostname}:${request.port}`;
    return request;
  }
}

class PlainJsonCodec extends JsonCodec2 {
  override createSerializer = () => new Stringify(this.settings);
  override createDeserializer = () => new Parse(this.settings);
}

class Stringify extends JsonShapeSerializer2 {
  private written: unknown;

  override write(_schema: unknown, value: unknown): void {
    this.written = value;
  }

  override flush(): Uint8Array {
    return Buffer.from(JSON.stringify(this.written));
  }
}

class Parse extends JsonShapeDeserializer2 {
  override async read(_schema: unknown, data: string | Uint8Array): Promise<unknown> {
    return JSON.parse(typeof data === 'string' ? data : textOf(data));
  }

  override readObject(_schema: unknown, value: unknown): unknown {
    return value;
  }
}

/** The view is over the same bytes. */
const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8');

const EPOCH_SECONDS = { useTrait: true, default: 7 } as const;
