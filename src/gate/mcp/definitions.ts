/** Which definitions of an upstream are used. One bad one would break the whole list for a client that checks what it gets. */
import { isSpecType } from '@modelcontextprotocol/server';
import { faultIn, type GateConfig, type GateLog, type Json, type JsonObject } from '../core';
import { headerFaultIn } from './param-headers';

export function createFilter({ upstreams }: GateConfig, log: GateLog) {
  /** What was logged, because lists are read again and again. */
  const known = new Set<string>();
  return (upstream: string, { definition: what, member }: Kind, definitions: readonly Json[]): readonly JsonObject[] =>
    definitions.filter((definition, index): definition is JsonObject => {
      const fault = faultOf(what, definition, 'url' in upstreams[upstream]!);
      if (fault === null) return true;
      // A name that is no text is in no log.
      const { name } = Object(definition) as { readonly name?: unknown };
      const named = typeof name === 'string' && name.isWellFormed() ? name : `${member}[${index}]`;
      const noun = NOUNS[what];
      const fields = { upstream, [noun]: named, fault };
      if (!known.has(JSON.stringify(fields))) log(`a ${noun} is left out, because its definition is wrong`, fields);
      known.add(JSON.stringify(fields));
      return false;
    });
}

/** As the schema of MCP names them. */
const NOUNS = { Tool: 'tool', Resource: 'resource', ResourceTemplate: 'template', Prompt: 'prompt' } as const;

/** A kind of list. */
export interface Kind {
  readonly method: string;
  /** The member of the answer that has the list. */
  readonly member: string;
  readonly definition: keyof typeof NOUNS;
}

function faultOf(what: Kind['definition'], definition: Json, isOverHttp: boolean): string | null {
  if (!isSpecType[what](definition)) return 'it does not fit the schema of MCP';
  if (what !== 'Tool') return null;
  // It would have no digest, which people are shown.
  const fault = faultIn(definition as Json);
  if (fault !== null) return `${fault.kind} at ${fault.argument}`;
  return isOverHttp ? headerFaultIn(definition as JsonObject) : null;
}
