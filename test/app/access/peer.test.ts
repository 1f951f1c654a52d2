/** The peer against which refused attempts are counted. */

import { peerOf } from '../../../src/lambda/http/peer';
import { eventOf } from '../../support/gateway';

const peer = (sourceIp: string) => peerOf(eventOf('GET', '/', { 'x-forwarded-for': '203.0.113.9' }, { sourceIp }));

describe('a peer', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
  ])('the peer of a call from %s is %s', (address, counted) => {
    expect(peer(address)).toBe(counted);
  });
});
