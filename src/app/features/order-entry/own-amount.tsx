import type { ReactNode } from 'react';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { useObservable } from '#app/platform/observable.ts';
import { AmountsEye, type AmountsEyeProps } from '#app/ui/controls/AmountsEye.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';

/**
 * An amount of the own money or coins; dots while amounts are hidden. Prices, percentages and amounts in a form or
 * a confirmation are always shown: users must see what they send.
 */
export function OwnAmount({ children }: { children: ReactNode }) {
  return <Amount hidden={useObservable(amountsHidden)}>{children}</Amount>;
}

/** The eye that hides own amounts on every screen, where they stand. */
export function OwnAmountsEye(look: Pick<AmountsEyeProps, 'size' | 'tone'>) {
  return <AmountsEye {...look} hidden={useObservable(amountsHidden)} onToggle={toggleHiddenAmounts} />;
}
