/** `init`: a configuration for a server that nobody has to edit, in which nothing passes that a person did not let pass. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from '../../src/gate/core/judge';
import { UsageError } from '../../src/gate/mcp/command';
import { init, ruleToAsk } from '../../src/gate/mcp/init';
import { canonicalJson } from '../../src/protocol/canonical-json';
import { parseDisplay } from '../../src/protocol/display/display';
import { aFolder } from '../support/folder';
import { configOf } from './support/open';

/** Lists the tools with which it was started. */
const SERVER = `
  const tools = JSON.parse(process.argv[1]);
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    const server = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } };
    const discovered = { resultType: 'complete', ...server, ttlMs: 0, cacheScope: 'private' };
    const result = method === 'tools/list' ? { resultType: 'complete', tools } : discovered;
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`;
const tool = (name: string, properties: object = {}, more: object = {}) => ({
  ...{ name, inputSchema: { type: 'object', properties } },
  ...more,
});
const READS = { annotations: { readOnlyHint: true, openWorldHint: false } };
const text = { type: 'string' };

let folder: string;
beforeEach(() => {
  folder = aFolder();
});

const file = () => join(folder, 'gate.json');
const OPTIONS = [
  '--upstream',
  'files',
  '--service',
  'https://a.example',
  '--operator',
  'op_alpha',
  '--action',
  'tool.call',
];
const made = (tools: readonly object[], ...more: readonly string[]) =>
  init(
    [...OPTIONS, ...more, '--config', file(), '--', process.execPath, '-e', SERVER, JSON.stringify(tools)],
    process.env,
    () => undefined,
  );
const written = () => JSON.parse(readFileSync(file(), 'utf8'));

describe('the configuration that init writes', () => {
  it('asks people about each tool of the server, shows all arguments, and leaves no tool to a rule for every tool', async () => {
    await made([tool('read', { path: text }), tool('write', { path: text, content: text }), tool('list')]);
    const { rules } = written();
    const gated = { upstream: 'files', action: 'tool.call' };
    expect(rules).toEqual([
      { ...gated, tool: 'read', params: { path: '{path}' } },
      { ...gated, tool: 'write', params: { path: '{path}', content: '{content}' } },
      { ...gated, tool: 'list', params: {} },
    ]);
  });

  it('is valid as it is, with the digest of the token that is printed once, and only its owner can read it', async () => {
    const said = await made([tool('read', { path: text })], '--env', 'PATH');
    const [, token = ''] = /shown only now: (\S+)/.exec(said)!;
    expect(() => configOf(written())).not.toThrow();
    const digest = `sha256:${createHash('sha256').update(token).digest('hex')}`;
    expect(written().callers).toEqual([{ name: 'agent', token: digest, operator: 'op_alpha' }]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(readFileSync(file(), 'utf8')).not.toContain(token);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(written().upstreams.files.env).toEqual(['PATH']);
    expect(said).toContain('more than 512 characters is refused until a rule gives it as a document');
  });

  it('is never written over a file', async () => {
    await made([tool('read')]);
    const before = readFileSync(file(), 'utf8');
    await expect(made([tool('write')])).rejects.toThrow(`${file()} is there already.`);
    expect(readFileSync(file(), 'utf8')).toBe(before);
  });

  it('is not written if the server cannot be started or does not answer, or if an option is missing', async () => {
    const command = (...args: readonly string[]) =>
      init([...OPTIONS, '--config', file(), '--', ...args], process.env, () => undefined);
    await expect(command('no-such-program')).rejects.toThrow('upstreams.files.command: there is no program');
    await expect(command(process.execPath, '-e', '')).rejects.toThrow('The server does not list its tools');
    await expect(command()).rejects.toThrow(
      '--upstream, --service, --operator, --action and a command after -- are needed',
    );
    const without = init(['--upstream', 'a', '--', 'node'], process.env, () => undefined);
    await expect(without).rejects.toThrow(UsageError);
    await expect(made([], '--upstream', 'Two Words')).rejects.toThrow(
      'upstreams.Two Words: is not allowed as a name here.',
    );
    expect(() => statSync(file())).toThrow('ENOENT');
  }, 30_000);
});

describe('the rule for a tool', () => {
  const rule = (made: object, passReadOnly = false) => ruleToAsk('files', 'tool.call', made as never, passReadOnly);

  it('lets a tool pass only if a person says so, and both hints of the server are there', () => {
    const hints = [
      { readOnlyHint: true },
      { openWorldHint: false },
      { readOnlyHint: 'true', openWorldHint: false },
      { readOnlyHint: true, openWorldHint: true },
      undefined,
    ];
    for (const annotations of hints) expect(rule(tool('a', {}, { annotations }), true).rule).toHaveProperty('action');
    expect(rule(tool('a', {}, READS)).rule).toHaveProperty('action');
    const { rule: passes, notes } = rule(tool('a', {}, READS), true);
    expect(passes).toMatchObject({ do: 'pass', note: expect.stringContaining('--pass-read-only was given') });
    expect(notes).toEqual([expect.stringMatching(/^a passes without people\./)]);
  });

  it('shows 18 arguments, and refuses and names a tool that has 19', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, text]));
    expect(Object.keys(rule(tool('a', many(18))).rule!.params as object)).toHaveLength(18);
    expect(rule(tool('a', many(19)))).toEqual({
      rule: expect.objectContaining({ tool: 'a', do: 'refuse' }),
      notes: ['a is refused. It has 19 arguments, and people can be shown 18.'],
    });
  });

  it.each(['a.b', '', '{a}', 'a}'])(
    'refuses and names a tool with the argument "%s", which no param can show',
    (name) => {
      const { rule: refuses, notes } = rule(tool('a', { [name]: text, b: text }));
      expect(refuses).toMatchObject({ do: 'refuse' });
      expect(notes).toEqual([`a is refused. No param can show its argument "${name}".`]);
    },
  );

  it.each(['upstream', 'tool', 'tool_definition', 'caller', 'ran_before', 'intent', 'x'.repeat(65)])(
    'shows the argument %s, whose name no param can have, under another one, and hides none',
    (name) => {
      const definition = tool('a', { argument_2: text, [name]: text });
      const { rule: shows } = rule(definition);
      const config = configOf({
        ...{ name: 'a', service: { url: 'https://a.example' }, listen: { port: 0, url: 'https://a.example' } },
        ...{ ledger: { folder: 'a' }, upstreams: { files: { command: 'a' } }, rules: [shows] },
        callers: [{ name: 'a', token: `sha256:${'a'.repeat(64)}`, operator: 'op_alpha' }],
      });
      const caller = { id: 'token:a', operator: 'op_alpha' };
      const call = {
        caller,
        upstream: 'files',
        tool: 'a',
        definition: definition as never,
        listed: [definition] as never,
      };
      const judged = judge(config, { ...call, arguments: { argument_2: 'x', [name]: 'y' } });
      expect(judged).toMatchObject({ kind: 'gated', params: { argument_2: 'x', argument_2_: 'y', tool: 'a' } });
    },
  );

  const lengths = { a: { ...text, maxLength: 512 }, b: { ...text, maxLength: 513 }, c: text };

  it('gives an argument that can be longer than a param as a document, and says what to paste into the action', () => {
    const write = {
      ...tool('write', lengths),
      inputSchema: { type: 'object', properties: lengths, required: ['a', 'b'] },
    };
    const { rule: asking, notes } = rule(write);
    expect(asking).toMatchObject({ params: { a: '{a}', c: '{c}' }, evidence: { b: 'b' } });
    expect(notes).toEqual([
      [
        'People read b of write only if the action tool.call declares it. Paste into its display:',
        '  "evidence": [{"name":"b","kind":"text"}]',
        'and into its policy, if no other tool has this action:',
        '  "required_params": ["a","evidence.b"]',
      ].join('\n'),
    ]);
  });

  it('requires no param of an argument that a call need not have, and names params as the rule does', () => {
    const properties = { ...lengths, tool: text };
    const [note] = rule({ ...tool('write'), inputSchema: { type: 'object', properties, required: ['tool'] } }).notes;
    expect(note).toContain('"required_params": ["argument_3"]');
    expect(rule(tool('write', lengths)).notes[0]).toContain('"required_params": []');
  });

  it('has the documents that a display can declare, and says which arguments are left', () => {
    const long = { ...text, maxLength: 9000 };
    const { rule: asking, notes } = rule(tool('write', { a: long, 'b c': long, d: long, e: long, f: long, g: long }));
    expect(asking).toMatchObject({ evidence: { a: 'a', d: 'd', e: 'e', f: 'f' } });
    expect(notes.slice(0, 2)).toEqual([
      'write needs a document for its argument b c, which can be too long for a param.',
      'write needs a document for its argument g, which can be too long for a param.',
    ]);
  });

  it('can be pasted as it is printed: the service takes the display, and people are shown the document', async () => {
    const said = await made([tool('write', lengths)]);
    const [, evidence = ''] = /"evidence": (\[.*\])/.exec(said)!;
    const display = { v: 1, renderer: 1, title: 'Write', params: [], hosts: [], evidence: JSON.parse(evidence) };
    expect(parseDisplay(canonicalJson(display))?.evidence).toEqual([{ name: 'b', kind: 'text' }]);
    const [{ evidence: attached }] = configOf(written()).rules as unknown as [{ evidence: object }];
    expect(Object.keys(attached)).toEqual(['b']);
  });

  it.each(['*', ''])('is not there for a tool with the name "%s", which would be every tool or none', (name) => {
    expect(rule(tool(name)).rule).toBeNull();
  });
});
