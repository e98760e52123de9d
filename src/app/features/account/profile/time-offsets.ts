/** The whole hours from UTC a user may choose, west to east. */
export const timeOffsets: readonly number[] = Array.from({ length: 27 }, (_, index) => index - 12);

/** An offset in words, as in `UTC+8`; the minus is the one that is as wide as the plus. */
export function offsetText(hours: number): string {
  if (hours === 0) return 'UTC';
  return `UTC${hours < 0 ? '\u2212' : '+'}${Math.abs(hours)}`;
}
