/** The table's stream. */
import { createBase } from './aws/base';
import { dispatchDeps } from './aws/dispatch-deps';
import { createDispatchHandler } from './events/dispatch';

export const handler = createDispatchHandler(dispatchDeps(createBase('dispatch')));
