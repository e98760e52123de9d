import { Trans, useLingui } from '@lingui/react/macro';
import type { BackingAccount } from '../../../protocol/entities/backing.ts';
import { addDecimals, compareDecimals, type Decimal, divideDecimals } from '../../../protocol/maths/decimal.ts';
import { backedProducts } from '../../../protocol/products.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { Icon } from '../../ui/icons.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import css from './account-list.module.css';
import { coverFrom } from './cover.ts';
import { coverText } from './cover-text.ts';
import { productLabels } from './product-labels.ts';

/** Accounts under their product, with what its promise is. */
export function AccountsByProduct({ accounts }: { accounts: readonly BackingAccount[] }) {
  const { i18n } = useLingui();
  return backedProducts.map((product) => {
    const own = accounts.filter((account) => account.product === product);
    if (own.length === 0) return null;
    const { icon, name, promise } = productLabels[product];
    return (
      <section key={product} className={css['group']} aria-labelledby={`backing-${product}`}>
        <div className={css['head']}>
          <Icon of={icon} />
          <h2 id={`backing-${product}`} className={css['name']}>
            {i18n._(name)}
          </h2>
          <span className={css['promise']}>{i18n._(promise)}</span>
        </div>
        <ul>
          {own.map((account) => (
            <li key={account.asset}>
              <AccountRow {...account} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** The products' accounts added up, a row for each coin. */
export function AccountsByCoin({ accounts }: { accounts: readonly BackingAccount[] }) {
  const sums = new Map<string, { held: Decimal; promised: Decimal }>();
  for (const { asset, held, promised } of accounts) {
    const sum = sums.get(asset) ?? { held: '0', promised: '0' };
    sums.set(asset, { held: addDecimals(sum.held, held), promised: addDecimals(sum.promised, promised) });
  }
  return (
    <section className={css['group']}>
      <ul>
        {[...sums].map(([asset, sum]) => (
          <li key={asset}>
            <AccountRow asset={asset} {...sum} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Figures = Pick<BackingAccount, 'asset' | 'held' | 'promised'>;

function AccountRow({ asset, held, promised }: Figures) {
  const { decimals } = useCoinFacts()(asset);
  const { share } = coverFrom(held, promised);
  const isShort = share !== null && compareDecimals(share, '1') < 0;
  const [promisedText, heldText] = [promised, held].map((each) => formatAmount(each, decimals));
  return (
    <div className={css['row']}>
      <CoinIcon symbol={asset} size={24} />
      <div className={css['body']}>
        <p className={css['figures']}>
          <span className={css['coin']}>{asset}</span>
          <span className={css['amounts']}>
            <Trans>
              <b>{promisedText}</b> of {heldText}
            </Trans>
          </span>
          <span className={css['cover']} data-short={isShort}>
            {coverText(share)}
          </span>
        </p>
        <div className={css['bar']} data-short={isShort} aria-hidden>
          <span style={{ width: promisedWidth(held, promised) }} />
        </div>
      </div>
    </div>
  );
}

/** Of the full width, which is what is held. */
function promisedWidth(held: Decimal, promised: Decimal): string {
  if (compareDecimals(held, '0') <= 0) return compareDecimals(promised, '0') > 0 ? '100%' : '0';
  return `min(100%, ${divideDecimals(promised, held, 4)} * 100%)`;
}
