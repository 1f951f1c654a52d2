/** `sha256:` and 64 lowercase hex digits, and nothing else. By itself, because every page of the console tells digests by it. */
export const isHash = (value: unknown): boolean => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
