/** The rule with which people are asked about every call of a tool. */
import {
  isDocument,
  isParam,
  type JsonObject,
  LONGEST_PARAM,
  MOST_ARGUMENTS,
  MOST_DOCUMENTS,
  OWN_PARAMS,
} from '../core';

interface Made {
  /** Null: no rule can name the tool, so the gate refuses it. */
  readonly rule: JsonObject | null;
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

export function ruleToAsk(upstream: string, action: string, tool: JsonObject, passReadOnly: boolean): Made {
  const name = String(tool.name);
  if (name === '' || name === '*') return { rule: null, notes: [`A tool with the name "${name}" is left out.`] };
  const at = { upstream, tool: name };
  if (passReadOnly && saysThatItOnlyReads(tool)) {
    return { rule: { ...at, do: 'pass', note: PASSES }, notes: [`${name} passes without people. ${PASSES}`] };
  }
  const properties = propertiesOf(tool);
  const names = Object.keys(properties);
  const fault = faultOf(names);
  if (fault !== null) return { rule: { ...at, do: 'refuse', note: fault }, notes: [`${name} is refused. ${fault}`] };
  const long = names.filter((each) => Number(Object(properties[each]).maxLength ?? 0) > LONGEST_PARAM);
  const documents = long.filter(isDocument).slice(0, MOST_DOCUMENTS);
  const left = long.filter((each) => !documents.includes(each));
  const params = paramsFor(names.filter((each) => !documents.includes(each)));
  const rule = { ...at, action, params };
  const notes = left.map(
    (each) => `${name} needs a document for its argument ${each}, which can be too long for a param.`,
  );
  if (documents.length === 0) return { rule, notes };
  const evidence = Object.fromEntries(documents.map((each) => [each, each]));
  return { rule: { ...rule, evidence }, notes: [...notes, displayNote({ ...rule, evidence }, tool)] };
}

/** What an admin adds to the action, so that people read the documents and not their digests. */
function displayNote({ tool: name, action, params, evidence }: RuleToShow, { inputSchema }: JsonObject): string {
  const { required } = inputSchema as { readonly required?: readonly string[] };
  const paramOf = new Map([
    ...Object.entries(params).map(([param, template]) => [template.slice(1, -1), param] as const),
    ...Object.entries(evidence).map(([document, argument]) => [argument, `evidence.${document}`] as const),
  ]);
  const needed = [...paramOf].filter(([argument]) => required?.includes(argument)).map(([, param]) => param);
  const documents = Object.keys(evidence).map((document) => ({ name: document, kind: 'text' }));
  return [
    `People read ${Object.keys(evidence).join(', ')} of ${name} only if the action ${action} declares it. Paste into its display:`,
    `  "evidence": ${JSON.stringify(documents)}`,
    `and into its policy, if no other tool has this action:`,
    `  "required_params": ${JSON.stringify(needed)}`,
  ].join('\n');
}

interface RuleToShow {
  readonly tool: string;
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<string, string>>;
}

const PASSES = 'The server says readOnlyHint: true and openWorldHint: false, and --pass-read-only was given.';

function saysThatItOnlyReads({ annotations }: JsonObject): boolean {
  const { readOnlyHint, openWorldHint } = Object(annotations ?? {}) as JsonObject;
  return readOnlyHint === true && openWorldHint === false;
}

const propertiesOf = ({ inputSchema }: JsonObject) =>
  Object((inputSchema as JsonObject).properties ?? {}) as JsonObject;

/** Why people cannot be shown all arguments. */
function faultOf(names: readonly string[]): string | null {
  if (names.length > MOST_ARGUMENTS) {
    return `It has ${names.length} arguments, and people can be shown ${MOST_ARGUMENTS}.`;
  }
  // A dot leads into an argument, and a brace ends its name.
  const unshown = names.find((name) => name === '' || /[.{}]/.test(name));
  return unshown === undefined ? null : `No param can show its argument "${unshown}".`;
}

/** Each argument under its own name, or under another one if the gate or the service has no param of this name. */
function paramsFor(names: readonly string[]): Record<string, string> {
  const taken = new Set<string>([...names, ...OWN_PARAMS]);
  return Object.fromEntries(
    names.map((name, index) => {
      if (isParam(name)) return [name, `{${name}}`];
      let param = `argument_${index + 1}`;
      while (taken.has(param)) param = `${param}_`;
      taken.add(param);
      return [param, `{${name}}`];
    }),
  );
}
