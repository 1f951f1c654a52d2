// What the client scenarios of the suite start. The gate is in the process of the test, whose address is the first argument; the
// last one is the address of the suite's own server.
const [, , test, upstream] = process.argv;
const answer = await fetch(test, {
  method: 'POST',
  body: JSON.stringify({ upstream, context: JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') }),
});
process.exit(answer.ok ? 0 : 1);
