import { Trans } from '@lingui/react/macro';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from '../contract-sheets.module.css';
import { rateText } from '../contract-labels.ts';

/** What the three prices are, and which of them decides. */
export function PricesSheet(props: { open: boolean; onClose: () => void; contract: ListedContract }) {
  const { open, onClose, contract } = props;
  return (
    <Sheet open={open} onClose={onClose} title={<Trans>Three prices</Trans>}>
      <ul className={css['rules']}>
        <li>
          <Trans>The index price is the median of several price sources.</Trans>
        </li>
        <li>
          <Trans>
            The mark price is the index plus the smoothed premium of trades and order book depth here, at most{' '}
            {rateText(contract.premiumBound)} away. Profit, take-profit, stop-loss and liquidation use the mark price
            only.
          </Trans>
        </li>
        <li>
          <Trans>
            The last price is the price of the latest trade here. A single odd trade does not liquidate anyone.
          </Trans>
        </li>
      </ul>
    </Sheet>
  );
}
