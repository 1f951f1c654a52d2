/** The paths of the console's pages, for what serves them: one for each row of `src/console/page-table.tsx`. */
export function pagesModule(table: string): string {
  const paths = [...table.matchAll(/\{ path: '(\/[^']*)'/g)].map(([, path]) => path);
  return `// Generated from src/console/page-table.tsx by "npm run generate". A part such as \`:id\` stands for any text.
export const PAGE_PATHS: readonly string[] = ${JSON.stringify(paths)};
`;
}
