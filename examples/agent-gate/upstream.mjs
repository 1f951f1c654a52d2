/**
 * An MCP server that knows nothing of approvals: files in a folder, and payments that are only written down. It speaks
 * 2025-11-25 over standard input and output, as most servers do today.
 */
import { appendFileSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = process.argv[2];

const tool = (name, description, ...fields) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
    required: fields,
  },
});

const TOOLS = [
  tool('list_files', 'Lists the files.'),
  tool('read_file', 'Reads a file.', 'file'),
  tool('delete_file', 'Deletes a file.', 'file'),
  tool('pay', 'Pays a supplier in euros.', 'to', 'amount', 'reason'),
];

const RUN = {
  list_files: () => readdirSync(folder).join(', '),
  read_file: ({ file }) => readFileSync(join(folder, basename(file)), 'utf8').trim(),
  delete_file({ file }) {
    unlinkSync(join(folder, basename(file)));
    return `Deleted ${basename(file)}.`;
  },
  pay({ to, amount, reason }) {
    appendFileSync(join(folder, 'payments.txt'), `${amount} EUR to ${to}: ${reason}\n`);
    return `Paid ${amount} EUR to ${to}.`;
  },
};

function answerTo(method, params) {
  if (method === 'tools/list') return { result: { tools: TOOLS } };
  if (method === 'tools/call') {
    try {
      return { result: { content: [{ type: 'text', text: RUN[params.name](params.arguments) }] } };
    } catch (error) {
      return { result: { isError: true, content: [{ type: 'text', text: String(error.message) }] } };
    }
  }
  if (method !== 'initialize') return { error: { code: -32601, message: `There is no method ${method}.` } };
  const serverInfo = { name: 'office', version: '1' };
  return { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answerTo(method, params) }));
}
