/** The package's bundle: `request-authorization-service/testing`, and the command `dev`. */
export { command } from './command';
export { startTestService } from './service';
