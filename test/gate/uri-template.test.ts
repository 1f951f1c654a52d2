/** Whose template a URI fits: decided as the MCP package decides it, in steps that grow with the length of the URI. */
import { UriTemplate } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import {
  fits,
  LONGEST_URI,
  MOST_VARIABLES,
  matchesTemplate,
  partsOf,
  type Text,
} from '../../src/gate/mcp/uri-template';

function asThePackageSays(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}

describe('a URI fits a template if and only if the MCP package says so', () => {
  const literal = fc.stringMatching(/^[ab/.,=&?x\n-]{0,3}$/);
  const expression = fc
    .tuple(fc.constantFrom('', '+', '#', '.', '/', '?', '&'), fc.constantFrom('a', 'b*', 'a,b', '', ' x ', 'x.*', ','))
    .map(([operator, names]) => `{${operator}${names}}`);
  const templates = fc
    .array(fc.oneof(literal, expression), { maxLength: 5 })
    .map((parts) => parts.join(''))
    .filter((template) => template.length <= 24);
  const uris = fc.stringMatching(/^[ab/.,=&?x\n\u2028-]{0,9}$/);

  it('for any short template and any short URI', () => {
    const check = (template: string, uri: string) =>
      expect({ template, uri, fits: matchesTemplate(template, uri) }).toEqual({
        ...{ template, uri },
        fits: asThePackageSays(template, uri),
      });
    fc.assert(fc.property(templates, uris, check), { numRuns: 5000 });
  });

  it('for URIs that are made by filling a template in', () => {
    const filled = (template: string, values: readonly string[]) =>
      template.replaceAll(/\{([+#./?&]?)([^}]*)\}/g, (_, operator: string, names: string) => {
        const value = values[names.length % values.length]!;
        return operator === '?' || operator === '&'
          ? `${operator}${names.split(',')[0]}=${value}`
          : operator.replace(/[+#]/, '') + value;
      });
    const values = fc.array(fc.stringMatching(/^[ab/,&x-]{1,3}$/), { minLength: 1, maxLength: 3 });
    let count = 0;
    const check = (template: string, given: readonly string[]) => {
      const uri = filled(template, given);
      const is = asThePackageSays(template, uri);
      count += is ? 1 : 0;
      expect([template, uri, matchesTemplate(template, uri)]).toEqual([template, uri, is]);
    };
    fc.assert(fc.property(templates, values, check), { numRuns: 3000 });
    expect(count).toBeGreaterThan(300);
  });

  it.each<readonly [string, string, boolean]>([
    ['docs://{id}', 'docs://a', true],
    ['docs://{id}', 'docs://', false],
    ['docs://{id}', 'docs://a/b', false],
    ['docs://{id}', 'docs://a,b', false],
    ['docs://{id}/y', 'docs://a/y/z', false],
    ['docs://{id}/y', 'xdocs://a/y', false],
    ['{+a}x{b}', '1x/x2', true],
    ['{a*}', 'a,b', true],
    ['{a*}', 'a,,b', false],
    ['{a*}', 'a,', false],
    ['{/a}{.b}', '/x.y', true],
    ['find{?q,of}', 'find?q=1&of=2', true],
    ['find{?q,of}', 'find?q=1', false],
    ['docs://{id', 'docs://{id', false],
    ['docs://{}', 'docs://a', false],
  ])('%s and %s', (template, uri, is) => {
    expect([matchesTemplate(template, uri), asThePackageSays(template, uri)]).toEqual([is, is]);
  });
});

describe('a template or a URI over a limit fits nothing', () => {
  it.each([0, 1])('a URI of the longest length and %i more', (more) => {
    expect(matchesTemplate('docs://{id}', `docs://${'a'.repeat(LONGEST_URI - 7 + more)}`)).toBe(more === 0);
  });

  it.each([0, 1])('a template of the longest length and %i more', (more) => {
    const template = `{${'a'.repeat(LONGEST_URI - 2 + more)}}`;
    expect(matchesTemplate(template, 'a')).toBe(more === 0);
  });

  it.each([0, 1])('a template with as many variables as there may be and %i more', (more) => {
    expect(matchesTemplate('{a}'.repeat(MOST_VARIABLES + more), 'a'.repeat(40))).toBe(more === 0);
    expect(matchesTemplate(`{?${Array(MOST_VARIABLES + more).fill('a')}}`, `?a=1${'&a=1'.repeat(15 + more)}`)).toBe(
      more === 0,
    );
  });
});

describe('twice the length of a URI needs at most 2.5 times the steps', () => {
  /** How often a character of the URI or of the template's words is looked at. */
  function stepsOf(template: string, uri: string): number {
    let steps = 0;
    const counted = (text: Text): Text => ({
      length: text.length,
      charCodeAt(at) {
        steps += 1;
        return text.charCodeAt(at);
      },
    });
    const parts = partsOf(template)!.map((part) => ('words' in part ? { words: counted(part.words) } : part));
    fits(parts, counted(uri));
    return steps;
  }

  it.each<readonly [string, (length: number) => string, (length: number) => string]>([
    ['eight variables and nothing between them', () => '{a}{b}{c}{d}{e}{f}{g}{h}', (n) => `${'a'.repeat(n)}/`],
    ['dots between variables', () => '{city}.{country}.{lang}', (n) => '.'.repeat(n)],
    ['reserved characters', () => '{+a}-{+b}-{+c}-{+d}!', (n) => '-'.repeat(n)],
    ['lists of values', () => '{a*}{b*}{c*}/', (n) => 'a,'.repeat(n / 2)],
    ['words that nearly repeat', () => `{a}${'a'.repeat(500)}b{c}`, (n) => 'a'.repeat(n)],
    ['words as long as the URI', (n) => `{a}b${'a'.repeat(n / 2)}{c}`, (n) => 'a'.repeat(n)],
  ])('with %s', (_, template, uri) => {
    const [once, twice] = [1000, 2000].map((length) => stepsOf(template(length), uri(length)));
    expect(once).toBeGreaterThan(1000);
    expect(twice! / once!).toBeLessThanOrEqual(2.5);
  });
});
