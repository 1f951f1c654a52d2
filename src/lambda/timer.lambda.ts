/** The timers' queue. */
import { createDueStore } from '../adapters/dynamodb/due-store';
import { createBase } from './aws/base';
import { dispatchDeps } from './aws/dispatch-deps';
import { createTimerHandler } from './events/handlers';

const deps = dispatchDeps(createBase('timer'));

export const handler = createTimerHandler({ ...deps, due: createDueStore(deps.tables) });
