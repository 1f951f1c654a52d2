/**
 * The unions that stand in a document and in the code. A member that only one of the two knows does not compile here; the
 * places that have to know it follow from there.
 */
import type { components as console_ } from '../../../generated/console';
import type { components as service } from '../../../generated/service';
import type { Mode, TurnNeeds } from '../../core/policy/policy';
import type { RequestObject } from '../../core/request/render';
import type { EventType } from '../../protocol/event-types';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Console = console_['schemas'];
type Service = service['schemas'];

export const CLOSED_UNIONS: readonly [
  Same<EventType, Console['EventType']>,
  Same<EventType, Service['EventType']>,
  Same<Mode, Console['CeremonyView']['mode']>,
  Same<Mode, NonNullable<Console['PolicyBody']['mode']>>,
  Same<TurnNeeds, Console['TurnNeeds']>,
  Same<RequestObject['state'] | 'proposed', Service['RequestState']>,
] = [true, true, true, true, true, true];
