import type { ReactNode } from 'react';
import type { Outcome } from '#app/platform/pending-outcomes/open-outcomes.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { HeldBanner } from './held-banner.tsx';
import css from './submit-failure.module.css';

export interface SubmitFailureProps {
  /** A request of this form whose outcome is unknown. */
  readonly held: Outcome | null;
  /** Why the last request was refused; null when it was not. */
  readonly failure: string | null;
  /** What to do about it: the reason is then set off from it. */
  readonly advice?: ReactNode;
  /** What is announced; the reason alone when absent. */
  readonly announced?: ReactNode;
}

/** Above the button that sends: why a request was refused, or that its outcome is unknown. */
export function SubmitFailure({ held, failure, advice, announced = failure }: SubmitFailureProps) {
  return (
    <>
      <HeldBanner held={held} />
      {failure !== null && (
        <div className={css['failure']}>
          <Banner tone="danger" inset>
            {advice === undefined ? (
              failure
            ) : (
              <>
                <b>{failure}</b> {advice}
              </>
            )}
          </Banner>
        </div>
      )}
      <LiveRegion urgent>{failure === null ? null : announced}</LiveRegion>
    </>
  );
}
