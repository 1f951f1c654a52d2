/** The console, the SDK and the tests compute it by the same code. */
export * from '../../protocol/standard-webhook-secret';
