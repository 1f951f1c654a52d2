/** Loads one bundle as Lambda does when it starts an instance, prints how long that took, and ends. */
const from = performance.now();
const { ready } = require(process.env.BUNDLE);
Promise.resolve(ready).then(() => {
  process.stdout.write(`\n${performance.now() - from}`);
  process.exit(0);
});
