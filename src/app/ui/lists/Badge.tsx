import type { ReactNode } from 'react';
import css from './Badge.module.css';

export type BadgeTone = 'plain' | 'up' | 'down' | 'warn' | 'accent' | 'danger' | 'practice';

/** A small tinted word: a side, a kind of product, a count. Violet is for practice alone. */
export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: BadgeTone }) {
  return (
    <span className={css['badge']} data-tone={tone}>
      {children}
    </span>
  );
}

/** A quiet word with an edge: a network, a payment method, a limit. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={css['tag']}>{children}</span>;
}
