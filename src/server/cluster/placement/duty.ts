/** The duty of a family's market, as `duty_owners` and the subjects of its commands name it: `spot.BTCUSDT`. */
export function dutyOf(family: string, market: string): string {
  return `${family}.${market}`;
}
