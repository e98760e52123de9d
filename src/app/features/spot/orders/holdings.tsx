import { Trans, useLingui } from '@lingui/react/macro';
import { Wallet } from 'lucide-react';
import { compareDecimals, addDecimals, multiplyDecimals } from '#protocol/core/decimal.ts';
import type { AccountUpdate } from '#protocol/core/stream/account-fields.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { useAccount } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { usePairTicker } from '#app/features/pairs/pair-ticker.ts';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';

type Holding = AccountUpdate['balances'][number];

function wholeOf(holding: Holding): string {
  return addDecimals(addDecimals(holding.available, holding.frozen), holding.locked);
}

/** Coins of the spot wallet with what they are worth now. */
export function Holdings({ pairs }: { pairs: readonly Pair[] }) {
  const account = useAccount();
  if (account === null) return <SkeletonRow count={3} leading />;
  const held = account.balances.filter(
    (balance) => balance.wallet === 'spot' && compareDecimals(wholeOf(balance), '0') > 0,
  );
  if (held.length === 0) {
    return (
      <EmptyState
        icon={Wallet}
        title={<Trans>No coins yet</Trans>}
        text={<Trans>Coins you buy appear here.</Trans>}
        action={
          <Button wide={false} href="#/pages/assets/assets">
            <Trans>Open assets</Trans>
          </Button>
        }
      />
    );
  }
  return held.map((holding) => (
    <HoldingRow
      key={holding.asset}
      holding={holding}
      pair={pairs.find(({ base, quote }) => base === holding.asset && quote === 'USDT') ?? null}
    />
  ));
}

function HoldingRow({ holding, pair }: { holding: Holding; pair: Pair | null }) {
  const { t } = useLingui();
  const [row, onScreen] = useOnScreen<HTMLDivElement>();
  const { ticker } = usePairTicker(onScreen && pair !== null ? pair.id : null);
  const whole = wholeOf(holding);
  const decimals = pair?.amountDecimals ?? 2;
  const inOrders = compareDecimals(holding.frozen, '0') > 0;
  const frozen = formatNumber(holding.frozen, { decimals });
  const worth = ticker === null ? null : formatNumber(multiplyDecimals(whole, ticker.last, 8), { decimals: 2 });
  return (
    <div ref={row}>
      <ListRow
        leading={<CoinIcon symbol={holding.asset} />}
        title={holding.asset}
        sub={inOrders ? <OwnAmount>{t`${frozen} in orders`}</OwnAmount> : pair?.name}
        value={<OwnAmount>{formatNumber(whole, { decimals })}</OwnAmount>}
        valueSub={
          pair === null ? undefined : <OwnAmount>{worth === null ? '–' : `≈ ${worth} ${pair.quote}`}</OwnAmount>
        }
      />
    </div>
  );
}
