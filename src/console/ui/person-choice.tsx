/** One operator, or nobody. */
import { visibleText } from '../../protocol/visible-text';
import { useNamesOfOperators } from '../lib/names';
import { Choice } from './form';

interface Props {
  readonly label: string;
  /** Empty for nobody. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Who cannot be chosen. */
  readonly except?: string;
}

export function PersonChoice({ label, value, onChange, except }: Props) {
  const others = [...useNamesOfOperators()].filter(([id]) => id !== except);
  const options = others.map(([id, name]) => [id, `${visibleText(name)} (${id})`] as const);
  return <Choice label={label} value={value} onChange={onChange} options={[['', 'Nobody is named'], ...options]} />;
}
