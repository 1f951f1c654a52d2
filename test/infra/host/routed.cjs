/** Preloaded into a command, so that it finds the deployment of a test on the internet. */
require('./route-internet.cjs').route(process.env.INTERNET);
