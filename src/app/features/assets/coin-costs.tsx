import { Trans, useLingui } from '@lingui/react/macro';
import { amountsHidden } from '../../platform/format/hidden-amounts.ts';
import { directionOf, formatAmount, formatNumber, formatPercent } from '../../platform/format/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { Amount } from '../../ui/layout/Progress.tsx';
import { FactsCard } from '../../ui/lists/FactsCard.tsx';
import { ChangeText } from '../../ui/numbers/ChangePill.tsx';
import css from './coin-sheet.module.css';
import type { HeldCosts, NoCost } from './costs.ts';
import type { CoinFacts } from './holdings.ts';
import { type ValuedBalance, byCoin } from './valuation.ts';

interface CoinCostsProps {
  asset: string;
  balances: readonly ValuedBalance[];
  facts: CoinFacts;
  costs: HeldCosts;
}

/** What a coin cost over all wallets and what it gained since, or why that is not known. */
export function CoinCosts({ asset, balances, facts, costs }: CoinCostsProps) {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const coin = byCoin(balances).find((each) => each.asset === asset);
  if (coin === undefined) return null;
  const found = costs.of(coin);
  if (typeof found === 'string') return <Why reason={found} />;
  const { average, cost, profit, percent } = found;
  const gain = profit === null ? '–' : formatNumber(profit, { decimals: 2, sign: 'always' });
  const items = [
    { key: t`Average cost (USDT)`, value: formatAmount(average, facts.priceDecimals) },
    { key: t`Cost (USDT)`, value: formatAmount(cost) },
    {
      key: t`Unrealised profit (USDT)`,
      value: (
        <ChangeText direction={profit === null ? 0 : directionOf(profit)}>
          {percent === null ? gain : `${gain} (${formatPercent(percent)})`}
        </ChangeText>
      ),
    },
  ];
  return (
    <div className={css['costs']}>
      <FactsCard items={items.map(({ key, value }) => ({ key, value: <Amount hidden={hidden}>{value}</Amount> }))} />
    </div>
  );
}

function Why({ reason }: { reason: NoCost }) {
  return (
    <p className={css['why']}>
      {reason === 'none' && <Trans>Costs are counted in USDT, so USDT itself has none.</Trans>}
      {reason === 'pending' && <Trans>The cost is being worked out.</Trans>}
      {reason === 'unknown' && (
        <Trans>
          The cost is unknown: part of this coin arrived when it had no price here. It is counted again once you hold
          none of it.
        </Trans>
      )}
    </p>
  );
}
