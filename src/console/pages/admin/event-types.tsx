import { EVENT_TYPES, type EventType, eventName } from '../../lib/event-names';
import { Checks } from '../../ui/form';

export function typeLabel(type: EventType): string {
  return `${eventName(type)} (${type})`;
}

/** The event types of an endpoint in words, for a list. */
export function typesText(types: readonly EventType[] | null): string {
  return types === null ? 'Every event' : types.map((type) => eventName(type)).join(', ');
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
