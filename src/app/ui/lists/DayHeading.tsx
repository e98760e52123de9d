import type { ReactNode } from 'react';
import css from './DayHeading.module.css';

/** The day, or the time, that the rows below it are of. */
export function DayHeading({ children }: { children: ReactNode }) {
  return <h2 className={css['day']}>{children}</h2>;
}
