import type { ReactNode } from 'react';
import css from './Hero.module.css';

export interface HeroNumberProps {
  /** As text: its first digit decides where it begins. */
  number: string;
  /** The number as it is shown, and in `small` what follows it. */
  children: ReactNode;
  /** It is not of now. */
  old?: boolean;
  danger?: boolean;
}

/** The number that leads a screen; `Hero.module.css` has what stands above and below it. */
export function HeroNumber({ number, children, old = false, danger = false }: HeroNumberProps) {
  return (
    <p
      className={css['number']}
      data-old={old || undefined}
      data-danger={danger || undefined}
      data-stem={number.startsWith('1') || undefined}
    >
      {children}
    </p>
  );
}
