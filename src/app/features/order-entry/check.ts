/** What is wrong with a field of an order form, before the exchange says so. */
export interface EntryProblem<Field extends string, Kind extends string> {
  readonly field: Field;
  readonly kind: Kind | 'missing';
  /** The value that is allowed, a decimal; empty where there is none. */
  readonly allowed: string;
}

/**
 * The problem of a field, once it is worth reporting: an empty field is no mistake before the user wants to send.
 *
 * @param filledIn whether the user is done with the field for now
 */
export function reportedProblem<Problem extends EntryProblem<string, string>>(
  problems: readonly Problem[],
  field: Problem['field'],
  { tried, filledIn }: { readonly tried: boolean; readonly filledIn: boolean },
): Problem | null {
  const problem = problems.find((one) => one.field === field);
  if (problem === undefined) return null;
  return tried || (problem.kind !== 'missing' && filledIn) ? problem : null;
}
