/** The create body's limit alone bounds a summary; whoever shows one shortens it (createRequest, `summary`). */
const MAX_SUMMARY_CHARACTERS = 200;

/** By code points, so that no character is cut in two. */
export function shortSummary(summary: string): string {
  const characters = [...summary];
  return characters.length <= MAX_SUMMARY_CHARACTERS
    ? summary
    : `${characters.slice(0, MAX_SUMMARY_CHARACTERS - 1).join('')}…`;
}
