/** A text as searches compare it: case and accents make no difference, nor does the Vietnamese đ, which has no accent. */
export function normalized(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}
