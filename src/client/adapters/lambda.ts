import { type ReceiveOptions, receive } from './receive';

/** Of API Gateway's events, REST and HTTP alike, and of function URLs. */
interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

/** A Lambda handler behind API Gateway or a function URL; takes base64 bodies and headers in any case. */
export function lambdaEvents(options: ReceiveOptions) {
  return async (event: GatewayEvent): Promise<{ readonly statusCode: number }> => {
    const rawBody = Buffer.from(event.body ?? '', event.isBase64Encoded === true ? 'base64' : 'utf8');
    const { status } = await receive(options, rawBody, headerOf(event.headers ?? {}, 'service-signature'));
    return { statusCode: status };
  };
}

function headerOf(headers: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
