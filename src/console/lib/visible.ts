/** The console and the mails show the text of others by the same code. */
export * from '../../protocol/visible-text';
