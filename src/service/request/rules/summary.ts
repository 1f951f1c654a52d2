/**
 * Only the size of the create body limits a summary, so the code that shows one shortens it (operation createRequest).
 */
const MAX_SUMMARY_CHARACTERS = 200;

export const shortSummary = (summary: string): string => shortened(summary, MAX_SUMMARY_CHARACTERS);

/** Counts code points so that no character is split. */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
