import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { withSamples } from '../../scripts/build-docs/samples';
import { openHouse } from '../support/house';

interface Sampled {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
}

const read = (name: string) =>
  withSamples(JSON.parse(readFileSync(join(__dirname, `../../generated/${name}.openapi.json`), 'utf8')));
const operationsOf = (name: string) =>
  Object.values(read(name).paths)
    .flatMap((path) => Object.values(path) as Sampled[])
    .filter(({ operationId }) => operationId !== undefined);
const sampleOf = (id: string) =>
  operationsOf('console').find(({ operationId }) => operationId === id)!['x-codeSamples']!;

describe('the samples of the reference', () => {
  it('the code samples are in curl and TypeScript at each operation, but for bodies that only a browser can make', () => {
    const without = ['service', 'console']
      .flatMap(operationsOf)
      .filter((operation) => operation['x-codeSamples']?.map(({ lang }) => lang).join() !== 'Shell,TypeScript');
    expect(without.map(({ operationId }) => operationId).sort()).toEqual([
      ...['countersignKey', 'enrolPasskey', 'passkeySignIn', 'signEnrolment'],
    ]);
  });

  it('the code samples can be parsed, and have a value in every place', () => {
    for (const { operationId, 'x-codeSamples': samples = [] } of operationsOf('console')) {
      for (const { lang, source } of samples) {
        if (lang === 'Shell') execFileSync('sh', ['-n', '-c', source], { stdio: 'pipe' });
        else transformSync(source, { loader: 'ts', format: 'esm' });
        expect([operationId, source]).toEqual([operationId, expect.not.stringMatching(/undefined|\{id\}/)]);
      }
    }
  });

  it('the code samples make an endpoint for an admin who is signed in, pasted from the one in curl', async () => {
    const house = await openHouse({ memory: true });
    try {
      const { body } = await house.send('POST', '/local/sign-in', { body: { operator: 'op_alpha' } });
      const token = String(body.sign_in_url).replace(/.*token=/, '');
      const opened = await house.send('POST', '/api/session', { body: { token }, headers: { origin: house.url } });
      const [curl] = sampleOf('createWebhook');
      // The cookie has another name without TLS, and the receiver of the example does not exist.
      const here = curl!.source
        .replace('__Host-session=$SESSION', '$SESSION')
        .replace('https://hooks.acme.dev', house.url);
      const SESSION = opened.headers.get('set-cookie')!.split(';')[0]!;
      const env = { PATH: process.env.PATH, SERVICE: house.url, SESSION };
      const said = await new Promise<string>((resolve, reject) =>
        execFile('sh', ['-c', here], { env }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
      );
      expect(JSON.parse(said)).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    } finally {
      await house.stop();
    }
  });
});
