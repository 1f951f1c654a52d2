/** Something that does not hold. */
export class Bad extends Error {}
