// Generated from src/console/page-table.tsx by "npm run generate". A part such as `:id` stands for any text.
export const PAGE_PATHS: readonly string[] = ["/","/requests/:id","/requests","/overview","/welcome","/actions","/actions/:id","/new-action","/webhooks","/webhooks/:id","/keys","/operators","/groups","/audit","/settings","/account"];
