import { Trans, useLingui } from '@lingui/react/macro';
import type { BackingAccount } from '../../../protocol/entities/backing.ts';
import { compareDecimals } from '../../../protocol/maths/decimal.ts';
import { classNames } from '../../ui/class-names.ts';
import css from './backing-screen.module.css';
import { coverFrom } from './cover.ts';
import { coverText } from './cover-text.ts';
import { productLabels } from './product-labels.ts';
import { weakest } from './weakest.ts';

/** The lowest cover of all accounts, whose it is, and what it means for what is sold. */
export function BackingHero({ accounts }: { accounts: readonly BackingAccount[] }) {
  const { i18n } = useLingui();
  const lowest = weakest(accounts);
  if (lowest === null) {
    return (
      <section className={css['hero']}>
        <h2 className={css['nothing']}>
          <Trans>Nothing is promised at the moment</Trans>
        </h2>
        <p className={css['line']}>
          <Trans>All that the accounts hold is free for new promises.</Trans>
        </p>
      </section>
    );
  }
  const { product, asset, share } = lowest;
  const { name, sold, stopped } = productLabels[product];
  const isShort = compareDecimals(share, '1') < 0;
  const figure = coverText(share);
  return (
    <section className={css['hero']}>
      <h2 className={css['label']}>
        <Trans>Lowest cover of all accounts</Trans>
      </h2>
      <p className={classNames(css['number'], isShort && css['short'], figure.startsWith('1') && css['leading'])}>
        {figure}{' '}
        <span className={css['whose']}>
          {i18n._(name)}, {asset}
        </span>
      </p>
      <p className={classNames(css['line'], isShort && css['short'])} role={isShort ? 'alert' : undefined}>
        {isShort ? (
          i18n._(stopped)
        ) : isSpent(lowest) ? (
          i18n._(sold)
        ) : (
          <Trans>Every promise of every account is held in full</Trans>
        )}
      </p>
    </section>
  );
}

/** Less than a thousandth of what was promised is free: in effect nothing more can be. */
function isSpent({ held, promised }: BackingAccount): boolean {
  const { share } = coverFrom(held, promised);
  return share !== null && compareDecimals(share, '1.001') < 0;
}
