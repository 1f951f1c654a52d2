/** The timers' queue. */
import { createPasskeyStore } from '../service/access/store/passkey-store';
import { createChangeStore } from '../service/administration/store/change-store';
import { createChatStore } from '../service/chat/store';
import { createDeviceStore } from '../service/push/store/device-store';
import { createPushKeyStore } from '../service/push/store/push-key-store';
import { createHealthStore } from '../service/receiver/store';
import { createDueStore } from '../service/transport/store/due-store';
import { createBase, withIndexes } from './aws/base';
import { dispatchDeps } from './aws/dispatch-deps';
import { serve } from './aws/serve';
import { readEnv, readPlatformActions } from './env';
import { createTimerHandler } from './events/timer';

export const handler = serve('timer', (log) => {
  const base = createBase(log);
  const deps = dispatchDeps(base);
  const { platformActions } = readEnv(['platformActions']);

  const onTimers = createTimerHandler({
    ...deps,
    due: createDueStore(deps.tables),
    health: createHealthStore(deps.tables),
    passkeys: createPasskeyStore(deps.tables),
    deviceStore: createDeviceStore(deps.tables),
    pushKeys: createPushKeyStore(deps.tables),
    changes: createChangeStore(deps.tables),
    chatStore: createChatStore(deps.tables),
    platformActions: readPlatformActions(platformActions),
  });

  return withIndexes(base, ['work', 'receiver'], onTimers);
});
