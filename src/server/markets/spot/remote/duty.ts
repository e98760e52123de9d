/** The duty of a spot pair, as `duty_owners` and the subjects of its commands name it. */
export function dutyOf(pair: string): string {
  return `spot.${pair}`;
}
