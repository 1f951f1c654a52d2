/**
 * What the use cases need from outside. The adapters implement these interfaces; nothing here depends on AWS.
 *
 * Times are epoch milliseconds (`…Ms`) unless the name says otherwise.
 */

export * from './chat/port';
export * from './ports/access';
export * from './ports/administration';
export * from './ports/audit';
export * from './ports/canary';
export * from './ports/configuration';
export * from './ports/delivery';
export * from './ports/due';
export * from './ports/evidence';
export * from './ports/ledger';
export * from './ports/notice';
export * from './ports/open-id';
export * from './ports/question';
export * from './ports/queue';
export * from './ports/system';
