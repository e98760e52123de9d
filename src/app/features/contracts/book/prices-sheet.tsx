import { Trans } from '@lingui/react/macro';
import type { ListedContract } from '../../../../protocol/entities/contract.ts';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import css from '../contract-sheets.module.css';
import { rateText } from '../contract-labels.ts';

/** What the three prices are, and which of them decides. */
export function PricesSheet(props: { open: boolean; onClose: () => void; contract: ListedContract }) {
  const { open, onClose, contract } = props;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Three prices</Trans>}>
      <ul className={css['rules']}>
        <li>
          <Trans>The index price is the middle one of several price sources.</Trans>
        </li>
        <li>
          <Trans>
            The mark price is the index plus the smoothed premium of real trades and of the book's depth here, at most{' '}
            {rateText(contract.premiumBound)} away. Profit, take-profit, stop-loss and liquidations look at it alone.
          </Trans>
        </li>
        <li>
          <Trans>The last price is that of the last trade here. One odd trade closes nobody.</Trans>
        </li>
      </ul>
    </Sheet>
  );
}
