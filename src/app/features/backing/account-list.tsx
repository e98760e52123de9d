import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import type { BackingAccount } from '#protocol/backing/entities.ts';
import { addDecimals, compareDecimals, type Decimal, divideDecimals } from '#protocol/core/decimal.ts';
import { backedProducts } from '#protocol/core/products.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import css from './account-list.module.css';
import { coverFrom } from './cover.ts';
import { coverText } from './cover-text.ts';
import { productLabels } from './product-labels.ts';

/** Where what moved in a product's account is listed. */
function entriesAddress({ product, asset }: Pick<BackingAccount, 'product' | 'asset'>): string {
  return `#/pages/Whiteskin/backing?product=${product}&asset=${asset}`;
}

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
              <AccountRow {...account} href={entriesAddress(account)} />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** The products' accounts added up, a row for each coin. */
export function AccountsByCoin({ accounts }: { accounts: readonly BackingAccount[] }) {
  const sums = new Map<string, { held: Decimal; promised: Decimal; lent: Decimal }>();
  for (const { asset, held, promised, lent } of accounts) {
    const sum = sums.get(asset) ?? { held: '0', promised: '0', lent: '0' };
    sums.set(asset, {
      held: addDecimals(sum.held, held),
      promised: addDecimals(sum.promised, promised),
      lent: addDecimals(sum.lent, lent),
    });
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

type Figures = Pick<BackingAccount, 'asset' | 'held' | 'promised' | 'lent'>;

/** One account in one coin. @param href where what moved in it is listed; a sum of several accounts has no such list */
function AccountRow({ href, ...figures }: Figures & { readonly href?: string }) {
  const { asset, held, promised, lent } = figures;
  const { decimals } = useCoinFacts()(asset);
  const { share } = coverFrom(held, promised);
  const isShort = share !== null && compareDecimals(share, '1') < 0;
  const [promisedText, heldText] = [promised, held].map((each) => formatAmount(each, decimals));
  const content = (
    <>
      <CoinIcon symbol={asset} size={24} />
      <span className={css['body']}>
        <span className={css['figures']}>
          <span className={css['coin']}>{asset}</span>
          <span className={css['amounts']}>
            <Trans>
              <b>{promisedText}</b> of {heldText}
            </Trans>
          </span>
          <span className={css['cover']} data-short={isShort}>
            {coverText(share)}
          </span>
        </span>
        <span className={css['bar']} data-short={isShort} aria-hidden>
          <span data-part="promised" style={{ width: partWidth(promised, figures) }} />
          <span data-part="lent" style={{ width: partWidth(lent, figures) }} />
        </span>
        {lent !== '0' && <Lent {...figures} />}
      </span>
    </>
  );
  if (href === undefined) return <div className={css['row']}>{content}</div>;
  return (
    <a className={css['row']} href={href}>
      {content}
      <Icon of={ChevronRight} size="row" className={css['chevron']} />
    </a>
  );
}

/** What loans have lent out to people on top of what is held. */
export function Lent({ asset, held, lent }: Figures) {
  const { decimals } = useCoinFacts()(asset);
  const [lentText, fundedText] = [lent, addDecimals(held, lent)].map((each) => formatAmount(each, decimals));
  return (
    <span className={css['lent']}>
      <Trans>
        Another <b>{lentText}</b> is lent out and comes back as loans are repaid: {fundedText} funded in all.
      </Trans>
    </span>
  );
}

/** Of the full width, which is what is held and lent out. */
function partWidth(part: Decimal, { held, lent }: Figures): string {
  const funded = addDecimals(held, lent);
  if (compareDecimals(funded, '0') <= 0) return compareDecimals(part, '0') > 0 ? '100%' : '0';
  return `min(100%, ${divideDecimals(part, funded, 4)} * 100%)`;
}
