/** The number of a miner among those of its model: `0412`. */
export function numberText(number: number): string {
  return `${number}`.padStart(4, '0');
}
