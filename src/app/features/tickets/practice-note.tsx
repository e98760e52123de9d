import { Trans } from '@lingui/react/macro';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';

/** Explains that practice mode has no support team, and that only the operator can reply. */
export function PracticeNote() {
  const isPractice = usePracticeMode();
  if (isPractice !== true) return null;
  return (
    <Banner inset>
      <Trans>Practice mode: there is no support team. Only the operator of this exchange can reply.</Trans>
    </Banner>
  );
}
