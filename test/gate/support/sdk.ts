/** The official client, from the packages of the gate. Tests are outside the folder in which its name resolves. */
export {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '../../../src/gate/node_modules/@modelcontextprotocol/client/dist/index.cjs';
export { StdioClientTransport } from '../../../src/gate/node_modules/@modelcontextprotocol/client/dist/stdio.cjs';
