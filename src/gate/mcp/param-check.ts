/** Whether the headers of a client's call say what its arguments say (SEP-2243), so that nothing on the way is told another thing. */
import type { Json, JsonObject } from '../core';
import { ENCODED, markedValues, textOf } from './param-headers';

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** The header of a call of this tool that does not agree with its argument, or null. */
export function disagreeingHeader(definition: JsonObject, args: JsonObject, headers: Headers): string | null {
  const wrong = markedValues(definition, args).find(([name, value]) => !agrees(headers.get(name), value));
  return wrong?.[0] ?? null;
}

function agrees(header: string | null, value: Json | undefined): boolean {
  const text = textOf(value);
  if (header === null || text === null) return header === text;
  const [, base64] = ENCODED.exec(header) ?? [];
  // What is encoded in another way than ours could be read in another way.
  if (base64 !== undefined) return base64 === Buffer.from(text).toString('base64');
  return typeof value === 'number' ? DECIMAL.test(header) && Number(header) === value : header === text;
}
