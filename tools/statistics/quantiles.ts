/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The figure that a share of all is not above. @param share from 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
