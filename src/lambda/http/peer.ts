/** The peer against which refused attempts are counted (docs/design.md#refused-attempts). */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** The source address as the gateway reports it, never a forwarded-for header. For IPv6, its /64, which is one site. */
export function peerOf(event: APIGatewayProxyEventV2): string {
  const address = event.requestContext.http.sourceIp;
  return address.includes(':') ? prefix64(address) : address;
}

function prefix64(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
