import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { usePracticeMode } from '../../platform/launch-config.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import css from './rules-sheet.module.css';

export interface RiskNoticeProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAccept: () => void;
}

/** What can be lost, before the first stake of an account. */
export function RiskNotice({ open, onClose, onAccept }: RiskNoticeProps) {
  const practice = usePracticeMode() === true;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={<Trans>Before the first stake</Trans>}
      footer={
        <Button kind="primary" size="l" onClick={onAccept}>
          <Trans>Accept the risk and go on</Trans>
        </Button>
      }
    >
      <Banner inset tone="warn" icon={TriangleAlert}>
        <Trans>A wrong prediction loses the full stake.</Trans>
      </Banner>
      <ul className={css['rules']} data-after-banner>
        <li>
          <Trans>Over seconds a price moves by chance. No one can know which way.</Trans>
        </li>
        <li>
          <Trans>The fee is taken from winnings, so over many rounds people lose more than they win.</Trans>
        </li>
        <li>
          <Trans>An entry cannot be taken back.</Trans>
        </li>
        <li>
          <Trans>Stake only what you can lose. Seconds options are not a way to save or to earn.</Trans>
        </li>
        {practice && (
          <li>
            <Trans>In practice mode stakes are practice coins, and two traders of the house fill the pools.</Trans>
          </li>
        )}
      </ul>
    </Sheet>
  );
}
