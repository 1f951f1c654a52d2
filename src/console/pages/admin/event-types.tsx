import type { Schemas } from '../../lib/api';
import { Checks } from '../../ui/form';

export type EventType = Schemas['EventType'];

/** A type that the service learns does not compile before it is named here. */
const MEANING: Readonly<Record<EventType, string>> = {
  'request.authorized': 'Authorized',
  'request.denied': 'Denied',
  'request.expired': 'Expired',
  'request.aborted': 'Aborted',
  'request.failed': 'Integration call failed',
  'request.executed': 'Sealed call succeeded',
  'request.execution_failed': 'Sealed call failed',
};

export const EVENT_TYPES = Object.keys(MEANING) as EventType[];

export function typeLabel(type: EventType): string {
  return `${MEANING[type]} (${type})`;
}

/** The types of an endpoint in words, for a list. */
export function typesText(types: readonly EventType[] | null): string {
  return types === null ? 'Every event' : types.map((type) => MEANING[type]).join(', ');
}

interface Props {
  readonly types: readonly EventType[];
  readonly onChange: (types: EventType[]) => void;
}

export function TypesField({ types, onChange }: Props) {
  return (
    <Checks
      legend="Event types"
      options={EVENT_TYPES.map((type) => [type, typeLabel(type)] as const)}
      chosen={types}
      onChange={(chosen) => onChange(EVENT_TYPES.filter((type) => chosen.includes(type)))}
    />
  );
}
