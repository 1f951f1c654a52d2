import { connect } from 'node:net';
import { openHouse } from '../support/house';

it('every answer on one machine carries a request id of its own, as every answer of API Gateway does', async () => {
  const house = await openHouse({ memory: true });
  try {
    const answers = await Promise.all([
      house.v1('reader', 'GET', '/v1/requests/req_1'),
      house.v1('reader', 'GET', '/v1/events'),
      house.send('GET', '/v1/requests/req_1'),
      house.send('GET', '/nowhere'),
      house.send('POST', '/local/messages'),
      house.send('GET', '/api/session'),
    ]);
    const ids = answers.map(({ headers }) => headers.get('apigw-requestid'));
    const noHttp = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(house.url).port), '127.0.0.1', () => socket.write('no HTTP\r\n\r\n'));
      socket.on('data', (bytes) => resolve(bytes.toString()));
    });
    ids.push(/apigw-requestid: (\S+)/.exec(noHttp)?.[1] ?? null);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    await house.stop();
  }
});
