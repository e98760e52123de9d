import { Trans, useLingui } from '@lingui/react/macro';
import type { BackingAccount } from '../../../protocol/backing/entities.ts';
import { compareDecimals } from '../../../protocol/core/decimal.ts';
import { classNames } from '../../ui/class-names.ts';
import hero from '../../ui/layout/Hero.module.css';
import { HeroNumber } from '../../ui/layout/HeroNumber.tsx';
import css from './backing-screen.module.css';
import { coverFrom } from './cover.ts';
import { coverText } from './cover-text.ts';
import { productLabels } from './product-labels.ts';
import { weakest } from './weakest.ts';

interface BackingHeroProps {
  accounts: readonly BackingAccount[];
  /** The figures are not of now. */
  old: boolean;
}

/** The lowest cover of all accounts, whose it is, and what it means for what is sold. */
export function BackingHero({ accounts, old }: BackingHeroProps) {
  const { i18n } = useLingui();
  const lowest = weakest(accounts);
  if (lowest === null) {
    return (
      <section className={hero['hero']}>
        <h2 className={hero['nothing']}>
          <Trans>Nothing is promised at the moment</Trans>
        </h2>
        <p className={hero['line']}>
          <Trans>Everything the accounts hold is available for new commitments.</Trans>
        </p>
      </section>
    );
  }
  const { product, asset, share } = lowest;
  const { name, sold, stopped } = productLabels[product];
  const isShort = compareDecimals(share, '1') < 0;
  const figure = coverText(share);
  return (
    <section className={hero['hero']}>
      <h2 className={classNames(hero['label'], css['label'])}>
        <Trans>Lowest reserve ratio</Trans>
      </h2>
      <HeroNumber number={figure} old={old} danger={isShort}>
        {figure}{' '}
        <small className={css['whose']}>
          {i18n._(name)}, {asset}
        </small>
      </HeroNumber>
      <p className={classNames(hero['line'], isShort && css['short'])} role={isShort ? 'alert' : undefined}>
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
