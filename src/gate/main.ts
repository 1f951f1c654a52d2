/** `request-authorization-gate`. A hook is started before each call of a tool, so it loads nothing of MCP. */
if (process.argv[2] === 'hook') require('./hook/main');
else require('./mcp/main');
