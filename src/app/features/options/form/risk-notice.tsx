import { Trans } from '@lingui/react/macro';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { type RiskNoticeProps, RiskSheet } from '#app/ui/overlays/RiskSheet.tsx';

/** What can be lost, before the first stake of an account. */
export function RiskNotice(props: RiskNoticeProps) {
  const practice = usePracticeMode() === true;
  return (
    <RiskSheet
      {...props}
      title={<Trans>Before your first stake</Trans>}
      warning={<Trans>A wrong prediction loses the full stake.</Trans>}
      acceptLabel={<Trans>Accept the risk and continue</Trans>}
    >
      <li>
        <Trans>Over a few seconds, prices move by chance. No one can know which way.</Trans>
      </li>
      <li>
        <Trans>The fee is taken from winnings, so over many rounds users lose more than they win.</Trans>
      </li>
      <li>
        <Trans>An entry cannot be cancelled.</Trans>
      </li>
      <li>
        <Trans>Stake only what you can afford to lose. Seconds options are not a way to save or to earn.</Trans>
      </li>
      {practice && (
        <li>
          <Trans>In practice mode, stakes are practice coins and two practice bots fill the pools.</Trans>
        </li>
      )}
    </RiskSheet>
  );
}
