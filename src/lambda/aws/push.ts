/** Pushes, in the function of notices. */

import type { WebPushOptions } from '../../adapters/web-push';
import { createWebhookSender } from '../../adapters/webhook-sender';
import type { PushSender } from '../../service/push/ports';
import type { Clock } from '../../service/system/ports';
import { readEnv } from '../env';
import { pushHosts } from './push-hosts';
import { pushKeyText } from './secrets';

/** Opened with the first push, because most operators have no device. */
export function pushSender(clock: Clock): PushSender {
  const { consoleOrigin: subject } = readEnv(['consoleOrigin']);
  const [hosts, keyText] = [pushHosts(), pushKeyText(clock)];
  let opened: PushSender | null = null;
  const open = () => {
    opened ??= openWebPush({ clock, pushHosts: hosts, keyText, subject });
    return opened;
  };
  return { send: (...given) => open().send(...given), publicKey: () => open().publicKey() };
}

function openWebPush(options: Omit<WebPushOptions, 'sender'>): PushSender {
  const { createWebPush } = require('../../adapters/web-push') as typeof import('../../adapters/web-push');
  const { clock } = options;
  return createWebPush({ ...options, sender: createWebhookSender({ allowLoopback: false, clock }) });
}
