/** Which definitions of an upstream are used. One bad one would break the whole list for a client that checks what it gets. */
import { isSpecType } from '@modelcontextprotocol/server';
import { faultIn, type GateConfig, type GateLog, type Json, type JsonObject } from '../core';
import { headerFaultIn } from './param-headers';

export function createFilter({ upstreams }: GateConfig, log: GateLog) {
  /** What was logged, because lists are read again and again. */
  const known = new Set<string>();
  return (upstream: string, tools: readonly Json[]): readonly JsonObject[] =>
    tools.filter((definition, index): definition is JsonObject => {
      const fault = faultOf(definition, 'url' in upstreams[upstream]!);
      if (fault === null) return true;
      // A name that is no text is in no log.
      const { name } = Object(definition) as { readonly name?: unknown };
      const tool = typeof name === 'string' && name.isWellFormed() ? name : `tools[${index}]`;
      const fields = { upstream, tool, fault };
      if (!known.has(JSON.stringify(fields))) log('a tool is left out, because its definition is wrong', fields);
      known.add(JSON.stringify(fields));
      return false;
    });
}

function faultOf(definition: Json, isOverHttp: boolean): string | null {
  if (!isSpecType.Tool(definition)) return 'it does not fit the schema of MCP';
  // It would have no digest, which people are shown.
  const fault = faultIn(definition as Json);
  if (fault !== null) return `${fault.kind} at ${fault.argument}`;
  return isOverHttp ? headerFaultIn(definition as JsonObject) : null;
}
