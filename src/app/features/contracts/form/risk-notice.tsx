import { Trans } from '@lingui/react/macro';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { type RiskNoticeProps, RiskSheet } from '#app/ui/overlays/RiskSheet.tsx';

/** What can be lost, before the first order of an account. */
export function RiskNotice(props: RiskNoticeProps) {
  const practice = usePracticeMode() === true;
  return (
    <RiskSheet
      {...props}
      title={<Trans>Before your first position</Trans>}
      warning={<Trans>Leverage multiplies losses as well as gains. You can lose a position’s full margin.</Trans>}
      acceptLabel={<Trans>Accept the risk and continue</Trans>}
    >
      <li>
        <Trans>When the mark price reaches the liquidation price, the position is liquidated.</Trans>
      </li>
      <li>
        <Trans>
          Take-profit and stop-loss orders close at the prices in the order book at that moment. In a fast market these
          can be worse.
        </Trans>
      </li>
      <li>
        <Trans>Fees are charged when you open and close, and daily at 00:00 UTC.</Trans>
      </li>
      <li>
        <Trans>
          When a liquidation cannot be filled and the insurance fund is empty, profitable positions on the opposite side
          are reduced.
        </Trans>
      </li>
      <li>
        <Trans>A position can lose no more than its margin. The rest of your wallet is not affected.</Trans>
      </li>
      {practice && (
        <li>
          <Trans>In practice mode all of it is practice money.</Trans>
        </li>
      )}
    </RiskSheet>
  );
}
