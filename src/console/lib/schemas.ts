/** The shapes of the service's answers. */
import type { components } from '../../../generated/console';

export type Schemas = components['schemas'];
export type RequestWithView = Schemas['RequestWithView'];
