import { Trans } from '@lingui/react/macro';
import { usePracticeMode } from '../../../platform/session/launch-config.ts';
import { RiskSheet } from '../../../ui/overlays/RiskSheet.tsx';

export interface RiskNoticeProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

/** What can be lost, before the first order of an account. */
export function RiskNotice({ open, onClose, onAccept }: RiskNoticeProps) {
  const practice = usePracticeMode() === true;
  return (
    <RiskSheet
      open={open}
      onClose={onClose}
      title={<Trans>Before the first position</Trans>}
      warning={
        <Trans>Leverage multiplies losses as it multiplies gains. You can lose the full margin of a position.</Trans>
      }
      acceptLabel={<Trans>Accept the risk and go on</Trans>}
      onAccept={onAccept}
    >
      <li>
        <Trans>When the mark price reaches the liquidation price, the position is liquidated.</Trans>
      </li>
      <li>
        <Trans>Take-profit and stop-loss close at the prices the book has then. In a jump these can be worse.</Trans>
      </li>
      <li>
        <Trans>Fees are taken when you open and close, and every day at 00:00 UTC.</Trans>
      </li>
      <li>
        <Trans>
          When a liquidation finds nobody and the insurance fund is empty, profitable positions opposite are reduced.
        </Trans>
      </li>
      <li>
        <Trans>The margin of a position is all that it can lose. The rest of your wallet stays untouched.</Trans>
      </li>
      {practice && (
        <li>
          <Trans>In practice mode all of it is practice money.</Trans>
        </li>
      )}
    </RiskSheet>
  );
}
