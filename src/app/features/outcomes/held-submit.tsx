import type { ReactNode } from 'react';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { HeldBanner, type HeldBannerProps } from './held-banner.tsx';

interface HeldSubmitProps extends HeldBannerProps {
  /** The outcome is shown by the confirmation while that is open. */
  readonly confirming: boolean;
  readonly disabledReason: ReactNode;
  readonly children: ReactNode;
}

/** The end of a form that moves money: an outcome that is unknown, and the button that leads to the confirmation. */
export function HeldSubmit({ held, confirming, disabledReason, children }: HeldSubmitProps) {
  return (
    <>
      {!confirming && <HeldBanner held={held} />}
      <SubmitButton busy={!confirming && held !== null} disabledReason={disabledReason}>
        <OneLine>{children}</OneLine>
      </SubmitButton>
    </>
  );
}
