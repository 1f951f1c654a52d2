/** Loads one bundle as Lambda does when it starts an instance, says how long that took, and ends. */
const [cpu, from] = [process.cpuUsage(), performance.now()];
const { ready } = require(process.env.BUNDLE);
Promise.resolve(ready).then(() => {
  const ms = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1000 }));
  process.exit(0);
});
