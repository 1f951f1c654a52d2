import { cookieOf } from '../../src/lambda/console/cookies';
import { eventOf } from '../support/gateway';

describe('the cookies of the console', () => {
  const event = eventOf(
    'GET',
    '/api/session',
    {},
    { event: { cookies: ['session-old=stolen', ' session=mine', 'x=session=no'] } },
  );

  it('a cookie is found by its whole name, although another one begins with it', () => {
    expect([cookieOf(event, 'session'), cookieOf(event, 'x'), cookieOf(event, 'sess')]).toEqual([
      'mine',
      'session=no',
      null,
    ]);
  });
});
