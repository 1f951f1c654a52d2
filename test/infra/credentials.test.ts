import { defaultProvider } from '../../infra/bundling/credentials';

const GIVEN = { AWS_ACCESS_KEY_ID: 'ASIA1', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };

describe('the credentials of a deployed function', () => {
  const { env } = process;
  afterEach(() => {
    process.env = env;
  });

  it('are those in its environment, with the session that they belong to', async () => {
    process.env = { ...env, ...GIVEN };
    expect(await defaultProvider()()).toEqual({
      accessKeyId: 'ASIA1',
      secretAccessKey: 'secret',
      sessionToken: 'token',
    });
  });

  it.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])(
    'are refused without %s: half of them sign nothing',
    async (name) => {
      process.env = { ...env, ...GIVEN, [name]: undefined };
      await expect(defaultProvider()()).rejects.toThrow('no credentials: the functions read AWS_ACCESS_KEY_ID');
    },
  );
});
