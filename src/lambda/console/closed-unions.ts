/**
 * Unions that exist both in an OpenAPI document and in the code, or in two rooms of it. A member that only one of them has does not compile
 * here. The compiler then names the other places.
 */
import type { components as console_ } from '../../../generated/console';
import type { components as service } from '../../../generated/service';
import type { EventType } from '../../protocol/event-types';
import type { OutcomeReason } from '../../protocol/outcome-reasons';
import type { WaitingKind } from '../../service/administration/rules/edits';
import type { Effect } from '../../service/configuration/rules/declaration';
import type { Mode, TurnNeeds } from '../../service/policy/rules/policy';
import type { RequestObject } from '../../service/request/rules/render';
import type { EndedBy } from '../../service/request/rules/request';
import type { ChangeKind } from '../../service/request/rules/requested-change';

type Same<Code, Document> = [Code] extends [Document]
  ? [Document] extends [Code]
    ? 'the same'
    : { readonly onlyInTheDocument: Exclude<Document, Code> }
  : { readonly onlyInTheCode: Exclude<Code, Document> };
type Console = console_['schemas'];
type Service = service['schemas'];

interface ClosedUnions {
  readonly eventTypeOfConsole: Same<EventType, Console['EventType']>;
  readonly eventTypeOfService: Same<EventType, Service['EventType']>;
  readonly modeOfRequest: Same<Mode, Console['CeremonyView']['mode']>;
  readonly modeOfPolicy: Same<Mode, NonNullable<Console['PolicyBody']['mode']>>;
  readonly turnNeeds: Same<TurnNeeds, Console['TurnNeeds']>;
  readonly endedBy: Same<EndedBy, Console['EndedBy']>;
  readonly changeKind: Same<ChangeKind, Console['ChangeKind']>;
  readonly waitingKind: Same<WaitingKind, ChangeKind>;
  readonly changeEffect: Same<Effect, Console['ChangeEffect']>;
  readonly outcomeReason: Same<OutcomeReason, NonNullable<Console['Refusal']['outcome_reason']>>;
  readonly requestState: Same<RequestObject['state'] | 'proposed', Service['RequestState']>;
}

export const CLOSED_UNIONS: ClosedUnions = {
  eventTypeOfConsole: 'the same',
  eventTypeOfService: 'the same',
  modeOfRequest: 'the same',
  modeOfPolicy: 'the same',
  turnNeeds: 'the same',
  endedBy: 'the same',
  changeKind: 'the same',
  waitingKind: 'the same',
  changeEffect: 'the same',
  outcomeReason: 'the same',
  requestState: 'the same',
};
