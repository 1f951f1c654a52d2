/** A host like Lambda: loads one bundle, and calls it with one event after another. */
if (process.env.INTERNET) require('./route-internet.cjs').route(process.env.INTERNET);
const { handler } = require(process.env.BUNDLE);
process.send({ isLoaded: true });
process.on('message', async ({ id, event }) => {
  try {
    process.send({ id, result: await handler(event, { awsRequestId: String(id) }) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
