import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState, type ReactNode } from 'react';
import type { ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { priceText } from '../contract-labels.ts';
import css from '../contract-screen.module.css';
import { loadPrices } from '../sheets.ts';
import { useContract } from '../use-contract.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

const PricesSheet = laterSheet(loadPrices, 'PricesSheet');

type Which = 'mark' | 'index' | 'last';

/** Last, mark and index price side by side; their name leads to what they are. */
export function ContractPrices({ contract }: { contract: ListedContract }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <section className={css['prices']} aria-label={t`Prices`}>
      <Price contract={contract} which="last" name={<Trans>Last</Trans>} />
      <Price
        contract={contract}
        which="mark"
        name={
          <button type="button" className={css['explain']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Trans>Mark</Trans>
          </button>
        }
      />
      <Price contract={contract} which="index" name={<Trans>Index</Trans>} />
      <Suspense>{open && <PricesSheet open onClose={() => setOpen(false)} contract={contract} />}</Suspense>
    </section>
  );
}

const reads: Record<Which, (view: ContractView) => string | null> = {
  mark: (view) => view.mark,
  index: (view) => view.index,
  last: (view) => view.last,
};

function Price({ contract, which, name }: { contract: ListedContract; which: Which; name: ReactNode }) {
  const price = useContract(contract.id, reads[which]);
  const stale = useStale(`contract:${contract.id}`);
  return (
    <p>
      <span>{name}</span>
      <PriceText size="s" flash={false} stale={stale} text={priceText(contract, price)} />
    </p>
  );
}
