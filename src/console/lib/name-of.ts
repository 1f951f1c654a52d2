/** The name of a person or thing, by its id. */
export type NameOf = (id: string) => string;
