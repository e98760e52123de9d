import type { ReactNode } from 'react';
import css from './ChangePill.module.css';

/** -1 down, 0 unchanged (also what rounds to zero), 1 up. */
export type Direction = -1 | 0 | 1;

const names = { '-1': 'down', '0': 'flat', '1': 'up' } as const;

/** The name a direction has in `data-direction`. */
export function directionName(direction: Direction): 'up' | 'down' | 'flat' {
  return names[`${direction}`];
}

/** A change in a tinted box of fixed width. The text carries its sign, so colour is never alone. */
export function ChangePill({ children, direction }: { children: ReactNode; direction: Direction }) {
  return (
    <span className={css['pill']} data-direction={directionName(direction)}>
      {children}
    </span>
  );
}

/** A change as coloured text. */
export function ChangeText({ children, direction }: { children: ReactNode; direction: Direction }) {
  return (
    <span className={css['text']} data-direction={directionName(direction)}>
      {children}
    </span>
  );
}
