import type { Schemas } from '../../lib/api';
import { Checks } from '../../ui/form';

export type EventType = Schemas['EventType'];

/** Every type of the document, in the order in which they are shown: a type that is missing here does not compile. */
const ORDER: Readonly<Record<EventType, number>> = {
  'request.authorized': 1,
  'request.denied': 2,
  'request.expired': 3,
  'request.aborted': 4,
  'request.failed': 5,
  'request.executed': 6,
  'request.execution_failed': 7,
};

export const EVENT_TYPES = (Object.keys(ORDER) as EventType[]).sort((a, b) => ORDER[a] - ORDER[b]);

interface Props {
  readonly types: readonly EventType[];
  readonly onChange: (types: EventType[]) => void;
}

export function TypesField({ types, onChange }: Props) {
  return (
    <Checks
      legend="Event types"
      options={EVENT_TYPES.map((type) => [type, type] as const)}
      chosen={types}
      onChange={(chosen) => onChange(EVENT_TYPES.filter((type) => chosen.includes(type)))}
    />
  );
}
