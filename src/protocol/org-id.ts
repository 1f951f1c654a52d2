/** The form of an organization's id. The administration command names organizations. The id is part of table keys, so it has no `#`. */
export const ORG_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
