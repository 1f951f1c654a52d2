/**
 * Only the size of the create body limits a summary, so the code that shows one shortens it (operation createRequest).
 */
const MAX_SUMMARY_CHARACTERS = 200;

/** Counts code points so that no character is split. */
export function shortSummary(summary: string): string {
  const characters = [...summary];
  return characters.length <= MAX_SUMMARY_CHARACTERS
    ? summary
    : `${characters.slice(0, MAX_SUMMARY_CHARACTERS - 1).join('')}…`;
}
