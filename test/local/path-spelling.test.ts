import { openHouse } from '../support/house';
import { openedOnce } from '../support/opened';

describe('a path of the runner in other letters', () => {
  const house = openedOnce(() => openHouse({ memory: true }));

  it.each(['/V1', '/V1/requests', '/v1/../V1/requests', '/API/requests', '/Local/clock'])(
    'is 404: %s',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await house.send(method, path);
        expect({ status, body }).toEqual({ status: 404, body: { error: 'no such path', kind: 'not_found' } });
      }
    },
  );

  it('a path of the runner in other letters is a page of the console if it only looks similar: /v1s', async () => {
    expect((await house.send('GET', '/v1s')).status).toBe(200);
  });
});
