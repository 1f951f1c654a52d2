/** The deployment that the environment names, or the data of a local runner. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { createDocumentClient, type Tables } from '../../src/adapters/dynamodb/client';
import { createDataKeyStore } from '../../src/adapters/dynamodb/data-key-store';
import { createKmsKeyWrapper } from '../../src/adapters/secrets/kms';
import { createSecretBox, type KeyWrapper } from '../../src/adapters/secrets/secret-box';
import { systemRandom } from '../../src/adapters/system/random';
import { systemClock } from '../../src/adapters/system/time';
import { createWebhookSender } from '../../src/adapters/webhook-sender';
import { readEnv } from '../../src/lambda/env';
import { openSecrets } from '../../src/local/secrets';
import { clientConfigFor, TABLE_NAMES } from '../../src/local/tables';
import type { PasskeyStore } from '../../src/service/access/ports';
import { createPasskeyStore } from '../../src/service/access/store/passkey-store';
import { createSessionStore } from '../../src/service/access/store/session-store';
import type { SignInDeps } from '../../src/service/access/use-cases/sessions';
import { createConfigStore } from '../../src/service/administration/store/config-store';
import type { SetUpDeps } from '../../src/service/administration/use-cases/set-up';
import type { WebhookSender } from '../../src/service/receiver/ports';

export type AdminDeps = SetUpDeps &
  SignInDeps & {
    readonly passkeys: PasskeyStore;
    readonly sender: WebhookSender;
    readonly consoleOrigin: string;
    close(): void;
  };

export function connectAws(): AdminDeps {
  const env = readEnv(['mainTable', 'transientTable', 'dataKeyId', 'consoleOrigin']);
  const tables: Tables = { client: createDocumentClient(), main: env.mainTable, transient: env.transientTable };
  return depsOf(tables, createKmsKeyWrapper(new KMSClient({}), env.dataKeyId), env.consoleOrigin, false);
}

/** The runner must be running, because the command writes to its database. */
export function connectLocal(dataDir: string): AdminDeps {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as Record<string, string | null>;
  const { base_url: consoleOrigin } = read('demo.json');
  const endpoint = process.env.DYNAMODB_ENDPOINT ?? read('endpoint.json').dynamodb_endpoint;
  if (endpoint === null)
    throw new Error(`the service in ${dataDir} keeps its tables in memory, which only it can reach`);
  const tables: Tables = { client: createDocumentClient(clientConfigFor(endpoint!)), ...TABLE_NAMES };
  const secrets = openSecrets({ path: dataDir, file: (name) => join(dataDir, name) });
  return depsOf(tables, secrets.wrapper, consoleOrigin!, true);
}

function depsOf(tables: Tables, wrapper: KeyWrapper, consoleOrigin: string, allowLoopback: boolean): AdminDeps {
  const sender = createWebhookSender({ allowLoopback });
  return {
    clock: systemClock,
    random: systemRandom,
    config: createConfigStore(tables),
    sessions: createSessionStore(tables),
    passkeys: createPasskeyStore(tables),
    secretBox: createSecretBox({ clock: systemClock, wrapper, store: createDataKeyStore(tables) }),
    sender,
    consoleOrigin,
    close() {
      sender.close();
      tables.client.destroy();
    },
  };
}
