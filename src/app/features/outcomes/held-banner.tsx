import { Suspense } from 'react';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { laterPart } from '../shell/later-part.tsx';
import { loadHeldView } from './held-outcome.ts';

const HeldView = laterPart(loadHeldView, 'HeldView');

export interface HeldBannerProps {
  readonly held: Outcome | null;
}

/**
 * Shows in its form that an outcome is unknown; renders nothing otherwise, which
 * is nearly always: its code stays out of the form's.
 */
export function HeldBanner({ held }: HeldBannerProps) {
  return held === null ? null : (
    <Suspense>
      <HeldView held={held} />
    </Suspense>
  );
}
