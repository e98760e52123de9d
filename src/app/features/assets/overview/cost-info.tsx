import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextLink } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import css from './cost-info.module.css';

/** How costs are counted, behind the name of the method. */
export function CostInfo() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextLink onClick={() => setOpen(true)}>
        <Trans>Average cost</Trans>
      </TextLink>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`How cost and profit are counted`}>
        <ul className={css['rules']}>
          <li>
            <Trans>What you buy or convert costs what you paid, fees included.</Trans>
          </li>
          <li>
            <Trans>Deposits and other coins from outside cost their market price when they arrive.</Trans>
          </li>
          <li>
            <Trans>What leaves takes its share of the cost with it; the average of the rest stays the same.</Trans>
          </li>
          <li>
            <Trans>Transfers between your wallets change nothing.</Trans>
          </li>
          <li>
            <Trans>Profit is today’s value less the cost. It is unrealised until you sell.</Trans>
          </li>
        </ul>
      </Sheet>
    </>
  );
}
