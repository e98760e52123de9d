import { Trans, useLingui } from '@lingui/react/macro';
import type { CoinSupply } from '#protocol/listing-applications/maths.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import css from './listing.module.css';
import { riskyHoldings, supplyShares } from './supply.ts';

/** Where all coins are, in one bar, and the warning of too much in one hand; nothing while the supply does not add up. */
export function SupplyPicture({ supply }: { supply: CoinSupply }) {
  const { t } = useLingui();
  const shares = supplyShares(supply);
  if (shares === null) return null;
  const parts = [
    { id: 'circulation', name: t`In circulation`, share: shares.circulation },
    { id: 'holdings', name: t`Team holds`, share: shares.holdings },
    { id: 'unissued', name: t`Not issued`, share: shares.unissued },
  ];
  return (
    <>
      <section className={css['picture']}>
        <h3>
          <Trans>Where the coins are</Trans>
        </h3>
        <div className={css['bar']} aria-hidden>
          {parts
            .filter(({ share }) => share > 0)
            .map(({ id, share }) => (
              <span key={id} data-part={id} style={{ flexGrow: share }} />
            ))}
        </div>
        <dl className={css['shares']}>
          {parts.map(({ id, name, share }) => (
            <div key={id} data-part={id}>
              <dt>{name}</dt>
              <dd>{formatNumber(`${share}`)}%</dd>
            </div>
          ))}
        </dl>
      </section>
      {shares.holdings > riskyHoldings && (
        <RiskLine>
          <Trans>The team holds more than {riskyHoldings}%. The review counts that as a risk for buyers.</Trans>
        </RiskLine>
      )}
    </>
  );
}
