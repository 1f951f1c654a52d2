/** The name of a person or thing, by its id. */
export type NameOfId = (id: string) => string;
