/** The console and the mails show text from other people with the same code. */
export * from '../../protocol/visible-text';
