import { Trans, useLingui } from '@lingui/react/macro';
import { displayCurrency, useDisplayValue } from '#app/platform/format/display-currency.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { directionOf, formatAmount, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { balanceParts } from '#protocol/wallets/wallets.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from './coin-sheet.module.css';
import type { HeldCosts, NoCost } from './costs.ts';
import type { CoinFacts } from './holdings.ts';
import { byCoin, shownValue, valuationAsset, type ValuedBalance } from './valuation.ts';
import { partNames } from './wallet-labels.ts';

interface CoinSheetProps {
  /** The coin whose sheet is open, or null. */
  asset: string | null;
  /** Its balances, of one wallet or of all. */
  balances: readonly ValuedBalance[];
  facts: CoinFacts;
  /** Costs over all wallets; where they are given, the sheet shows them. */
  costs?: HeldCosts;
  onClose: () => void;
}

/** The pair a coin is traded in; the valuation coin itself is what others are paid with. */
function pairOf(asset: string): string {
  return asset === valuationAsset ? `BTC${valuationAsset}` : `${asset}${valuationAsset}`;
}

/** One coin: its exact figures, and where it can be traded, looked at and traced. */
export function CoinSheet({ asset, balances, facts, costs, onClose }: CoinSheetProps) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const deposits = useFeature('deposits');
  const withdrawals = useFeature('withdrawals');
  const worthOf = useDisplayValue();
  const currency = useObservable(displayCurrency);
  const own = balances.filter(({ balance }) => balance.asset === asset);
  const items = own.flatMap(({ balance, value }) => [
    ...balanceParts.map((part) => ({
      id: `${balance.wallet}/${part}`,
      key: i18n._(partNames[part]),
      value: <Amount hidden={hidden}>{formatNumber(balance[part])}</Amount>,
    })),
    {
      id: `${balance.wallet}/value`,
      key: t`Value (USDT)`,
      value: <Amount hidden={hidden}>{value === null ? '–' : formatAmount(shownValue(value))}</Amount>,
    },
    {
      id: `${balance.wallet}/worth`,
      key: t`Value (${currency})`,
      value: <Amount hidden={hidden}>{(value === null ? null : worthOf(shownValue(value))) ?? '–'}</Amount>,
    },
  ]);
  const pair = pairOf(asset ?? valuationAsset);
  return (
    <Sheet
      open={asset !== null}
      onClose={onClose}
      title={
        <span className={css['title']}>
          <CoinIcon symbol={asset ?? ''} size={24} />
          {asset} <small>{facts.name}</small>
        </span>
      }
      footer={
        <Button kind="primary" size="l" href={`#/pages/trade/trade?pair=${pair}`}>
          {asset === valuationAsset ? <Trans>Trade</Trans> : <Trans>Trade {asset}</Trans>}
        </Button>
      }
    >
      {costs !== undefined && asset !== null && <CoinCosts {...{ asset, balances, facts, costs }} />}
      <FactsCard items={items} />
      <div className={css['links']}>
        {deposits && (
          <Button href={`#/pages/assets/charge?asset=${asset ?? ''}`}>
            <Trans>Deposit</Trans>
          </Button>
        )}
        {withdrawals && (
          <Button href={`#/pages/assets/mention?asset=${asset ?? ''}`}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
        <Button href={`#/pages/market/kline?pair=${pair}`}>
          <Trans>Chart</Trans>
        </Button>
        <Button href={`#/pages/assets/Assetrecords?asset=${asset ?? ''}`}>
          <Trans>Records</Trans>
        </Button>
      </div>
    </Sheet>
  );
}

interface CoinCostsProps {
  asset: string;
  balances: readonly ValuedBalance[];
  facts: CoinFacts;
  costs: HeldCosts;
}

/** What a coin cost over all wallets and what it gained since, or why that is not known. */
function CoinCosts({ asset, balances, facts, costs }: CoinCostsProps) {
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
