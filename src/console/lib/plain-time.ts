import { formatInstant } from './time';

const ISO = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g;

/** A message of the service as a sentence, with its times as this device writes them. */
export function sentence(text: string): string {
  const plain = text.replace(ISO, (iso) => formatInstant(Date.parse(iso)));
  const capital = plain.charAt(0).toUpperCase() + plain.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
