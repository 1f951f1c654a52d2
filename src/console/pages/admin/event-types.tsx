import type { Schemas } from '../../lib/api';
import { Checks } from '../../ui/form';

export type EventType = Schemas['EventType'];

export const EVENT_TYPES = [
  'request.authorized',
  'request.denied',
  'request.expired',
  'request.aborted',
  'request.failed',
  'request.executed',
  'request.execution_failed',
] as const satisfies readonly EventType[];

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
