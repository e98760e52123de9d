import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import css from './Progress.module.css';

interface ProgressProps {
  /** What is in progress, for screen readers. */
  label: string;
  /** 0 to 1. */
  share: number;
  tone?: 'accent' | 'up' | 'down' | 'warn';
}

/** Progress of something: an order's fills, a check's steps. */
export function Progress({ label, share, tone = 'accent' }: ProgressProps) {
  return <progress className={css['bar']} aria-label={label} value={share} max={1} data-tone={tone} />;
}

/** Six dots in place of an amount, of one width for every amount. */
export function HiddenAmount() {
  const { t } = useLingui();
  return (
    <span className={css['dots']}>
      <span aria-hidden lang="en">
        ••••••
      </span>
      <VisuallyHidden>{t`Hidden amount`}</VisuallyHidden>
    </span>
  );
}

/** The amount, or dots while amounts are hidden. */
export function Amount({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return hidden ? <HiddenAmount /> : children;
}
