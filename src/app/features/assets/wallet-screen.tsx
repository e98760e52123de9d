import { useLingui } from '@lingui/react/macro';
import { Bot, ChevronDown, ChevronUp, Coins, Combine, Handshake, Pickaxe, ReceiptText } from 'lucide-react';
import { memo, useState } from 'react';
import type { Decimal } from '#protocol/core/decimal.ts';
import { useDisplayValue } from '#app/platform/format/display-currency.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { type Wallet, balanceParts } from '#protocol/wallets/wallets.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Amount } from '#app/ui/layout/Progress.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { AssetsError } from './overview/assets-error.tsx';
import { CoinFilter, isSought } from './overview/coin-filter.tsx';
import { CoinSheet } from './coin-sheet.tsx';
import { type CoinFacts, useCoinFacts, useHoldings, useSteadyOrder } from './holdings.ts';
import { NothingFound } from './records/nothing-found.tsx';
import { smallHidden } from './overview/small-balances.ts';
import { TotalHero } from './overview/total-hero.tsx';
import { type ValuedBalance, byCoin, isSmall, shownValue, totalOf } from './valuation.ts';
import css from './wallet-screen.module.css';
import { partNames, walletLabels } from './wallet-labels.ts';

/** One wallet: its total, and its coins with what is available, frozen and locked of each. */
export function WalletScreen({ wallet }: { wallet: Wallet }) {
  const { t, i18n } = useLingui();
  const holdings = useHoldings();
  const spot = useFeature('spot');
  const own = holdings.balances?.filter(({ balance }) => balance.wallet === wallet) ?? null;
  const name = i18n._(walletLabels[wallet].name);
  return (
    <Page
      title={name}
      actions={
        <>
          {wallet === 'fiat' && <IconButton icon={Handshake} label={t`P2P`} href="#/pages/otc/otc" />}
          <IconButton icon={ReceiptText} label={t`Records`} href={`#/pages/assets/Assetrecords?wallet=${wallet}`} />
        </>
      }
      onRefresh={holdings.refresh}
      updating={holdings.fetching && own !== null}
    >
      {own === null && holdings.error !== null ? (
        <AssetsError holdings={holdings} />
      ) : (
        <TotalHero
          label={t`Wallet total`}
          total={own === null ? null : shownValue(totalOf(own))}
          oldSince={holdings.oldSince}
        />
      )}
      {wallet === 'spot' && spot && (
        <ListRow
          leading={<IconTile icon={Combine} />}
          title={t`Convert small balances`}
          sub={t`Coins too small to sell, once a day`}
          href="#/pages/assets/transfer?tab=small"
        />
      )}
      {wallet === 'mining' && (
        <ListRow
          leading={<IconTile icon={Pickaxe} />}
          title={t`Miners`}
          sub={t`Their fuel, running time and income`}
          href="#/pages/mstarch/mstarch"
        />
      )}
      {wallet === 'quant' && (
        <ListRow
          leading={<IconTile icon={Bot} />}
          title={t`Robots`}
          sub={t`What they hold, their orders and income`}
          href="#/pages/AI_quantification/AI_quantification"
        />
      )}
      {own === null && holdings.error === null && <SkeletonRow count={5} />}
      {own !== null && <WalletCoins balances={own} old={holdings.oldSince !== null} />}
    </Page>
  );
}

function WalletCoins({ balances, old }: { balances: readonly ValuedBalance[]; old: boolean }) {
  const { t } = useLingui();
  const small = useObservable(smallHidden);
  const factsOf = useCoinFacts();
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const order = new Map(byCoin(balances).map(({ asset }, index) => [asset, index]));
  const held = balances
    .filter(({ balance }) => order.has(balance.asset))
    .toSorted((a, b) => (order.get(a.balance.asset) ?? 0) - (order.get(b.balance.asset) ?? 0));
  const coins = useSteadyOrder(held, ({ balance }) => balance.asset);
  if (coins.length === 0) {
    return <EmptyState icon={Coins} title={t`No coins in this wallet`} text={t`Coins in this wallet appear here.`} />;
  }
  const shown = coins.filter(
    ({ balance: { asset }, value }) => !(small && isSmall(value)) && isSought(query, asset, factsOf(asset).name),
  );
  return (
    <>
      <CoinFilter count={coins.length} query={query} onQuery={setQuery} />
      <ul className={css['coins']} aria-label={t`Coins`}>
        {shown.map((valued) => (
          <WalletCoin
            key={valued.balance.asset}
            valued={valued}
            facts={factsOf(valued.balance.asset)}
            old={old}
            onOpen={setOpen}
          />
        ))}
      </ul>
      {shown.length === 0 && <NothingFound />}
      <CoinSheet asset={open} balances={balances} facts={factsOf(open ?? '')} onClose={() => setOpen(null)} />
    </>
  );
}

interface WalletCoinProps {
  valued: ValuedBalance;
  facts: CoinFacts;
  old: boolean;
  onOpen: (asset: string) => void;
}

function WalletCoin({ valued: { balance, held, value }, facts, old, onOpen }: WalletCoinProps) {
  const { t, i18n } = useLingui();
  const hidden = useObservable(amountsHidden);
  const [parted, setParted] = useState(false);
  const { asset } = balance;
  return (
    <li className={css['coin']}>
      <div className={css['row']}>
        <CoinRow
          asset={asset}
          name={facts.name}
          decimals={facts.decimals}
          held={held}
          value={value === null ? null : shownValue(value)}
          hidden={hidden}
          old={old}
          onOpen={onOpen}
          bare
        />
        <IconButton
          icon={parted ? ChevronUp : ChevronDown}
          size="row"
          tone="quiet"
          label={parted ? t`Hide the breakdown of ${asset}` : t`Show the breakdown of ${asset}`}
          aria-expanded={parted}
          onClick={() => setParted(!parted)}
        />
      </div>
      {parted && (
        <dl className={css['parts']}>
          {balanceParts.map((part) => (
            <div key={part}>
              <dt>{i18n._(partNames[part])}</dt>
              <dd>
                <Amount hidden={hidden}>{formatAmount(balance[part], facts.decimals)}</Amount>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

interface CoinRowProps {
  asset: string;
  name: string;
  /** Held of it, in the asset. */
  held: Decimal;
  decimals: number;
  /** USDT with two places; null without a price. */
  value: Decimal | null;
  hidden: boolean;
  /** The figures are old: the quieter colour. */
  old: boolean;
  onOpen: (asset: string) => void;
  /** Without the arrow, where the row ends in another control. */
  bare?: boolean;
}

/** A coin that is held: how much, and what it is worth. Renders only when its own figures change. */
const CoinRow = memo(function CoinRow(props: CoinRowProps) {
  const { asset, name, held, decimals, value, hidden, old, onOpen, bare = false } = props;
  const worthOf = useDisplayValue();
  return (
    <ListRow
      leading={<CoinIcon symbol={asset} />}
      title={asset}
      sub={name}
      value={
        <span className={old ? css['old'] : undefined}>
          <Amount hidden={hidden}>{formatAmount(held, decimals)}</Amount>
        </span>
      }
      valueSub={<Amount hidden={hidden}>{(value === null ? null : worthOf(value)) ?? '–'}</Amount>}
      aria-haspopup="dialog"
      chevron={!bare}
      onClick={() => onOpen(asset)}
    />
  );
});
