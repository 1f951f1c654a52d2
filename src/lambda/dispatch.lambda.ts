/** The table's stream. */
import { dispatchQueues } from '../app/transport/dispatch-queues';
import { createBase } from './aws/base';
import { dispatchCalls } from './aws/calls';
import { dispatchDeps } from './aws/dispatch-deps';
import { createDispatchHandler } from './events/dispatch';

const deps = dispatchDeps(createBase('dispatch'));

export const handler = createDispatchHandler({ ...deps, queues: dispatchQueues(deps, dispatchCalls()) });
