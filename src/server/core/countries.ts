/**
 * The countries somebody may live in, as ISO 3166-1 alpha-2: one as a rule, several where a calling code is shared, none
 * when nothing is known.
 */
export type Countries = readonly string[];
