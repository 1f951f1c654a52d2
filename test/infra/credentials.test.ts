import { defaultProvider } from '../../infra/bundling/credentials';

const GIVEN = { AWS_ACCESS_KEY_ID: 'ASIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };

describe('the credentials of a deployed function', () => {
  const { env } = process;
  afterEach(() => {
    process.env = env;
  });

  it('a deployed function uses the credentials of its environment, with their session', async () => {
    process.env = { ...env, ...GIVEN };
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'ASIA1',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('credentials without %s are refused', async (name) => {
    process.env = { ...env, ...GIVEN, [name]: undefined };
    await expect(defaultProvider()()).rejects.toThrow('no credentials: the functions read AWS_ACCESS_KEY_ID');
  });
});
