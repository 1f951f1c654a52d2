/** Preloaded into a command, so that its calls reach the deployment of a test. */
require('./route-internet.cjs').route(process.env.INTERNET);
