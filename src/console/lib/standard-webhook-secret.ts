/** The console, the SDK and the tests use the same code. */
export * from '../../protocol/standard-webhook-secret';
