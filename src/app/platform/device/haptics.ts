/** Short answers to the finger, where the device has them. */
const patterns = {
  /** A choice was made. */
  tick: [8],
  /** An order was placed, a transfer done. */
  done: [12, 40, 12],
  /** It was refused. */
  refused: [30, 40, 30],
} as const;

type Haptic = keyof typeof patterns;

/** Vibrates unless the user asked for less motion. */
export function haptic(kind: Haptic): void {
  if (!('vibrate' in navigator) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate([...patterns[kind]]);
}
