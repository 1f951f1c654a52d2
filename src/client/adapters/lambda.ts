import { type ReceiveOptions, receiver } from './receive';

/** The common part of the events of API Gateway (REST and HTTP), function URLs and load balancers. */
interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A Lambda handler behind API Gateway or a function URL. Accepts base64 bodies and headers in any case. */
export function lambdaEvents(options: ReceiveOptions): (event: GatewayEvent) => Promise<GatewayAnswer> {
  const receive = receiver(options);
  return async (event) => {
    const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded === true ? 'base64' : 'utf8');
    const { status, reason } = await receive({ rawBody, headers: event.headers ?? event.multiValueHeaders ?? {} });
    if (status === 204) return { statusCode: status, body: '' };
    return { statusCode: status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: reason };
  };
}
