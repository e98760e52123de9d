import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

/** Text for readers only. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className={css['hidden']} id={id}>
      {children}
    </span>
  );
}

/**
 * A region that readers announce when its text changes; it must be on the page before the text comes.
 * Politely by default; `urgent` interrupts.
 */
export function LiveRegion({ children, urgent = false }: { children?: ReactNode; urgent?: boolean }) {
  return (
    <div className={css['hidden']} role={urgent ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
