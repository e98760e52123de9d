/** The whole hours from UTC a user may choose, west to east. */
export const timeOffsets: readonly number[] = Array.from({ length: 27 }, (_, index) => index - 12);

/** Label of an offset, as in `UTC+8`; the minus (U+2212) is as wide as the plus. */
export function offsetText(hours: number): string {
  if (hours === 0) return 'UTC';
  return `UTC${hours < 0 ? '\u2212' : '+'}${Math.abs(hours)}`;
}
