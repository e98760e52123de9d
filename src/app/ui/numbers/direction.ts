/** -1 down, 0 unchanged (also what rounds to zero), 1 up. */
export type Direction = -1 | 0 | 1;

const names = { '-1': 'down', '0': 'flat', '1': 'up' } as const;

/** The name a direction has in `data-direction`. */
export function directionName(direction: Direction): 'up' | 'down' | 'flat' {
  return names[`${direction}`];
}
