import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ClipboardList, Store, ChevronDown } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { ListedAdvert, MerchantCard } from '#protocol/p2p/entities/trade.ts';
import { p2pCoins, fiatCurrencyCodes, type FiatCurrencyCode, fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useAccount, useStale } from '#app/platform/stream/stream-hooks.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { TabPanel, Tabs } from '#app/ui/layout/Tabs.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { WhenOn } from '#app/features/switches/when-on.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Joined } from '../parts/joined.tsx';
import { averageTime, ratingsText, shareText } from '../parts/merchant-figures.ts';
import { MerchantName } from '../parts/merchant-name.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import { openTake } from '../take/open-take.ts';
import { TakeInPlace } from '../take/take-in-place.tsx';
import { AdvertList, FreshLine } from './advert-list.tsx';
import css from './board-screen.module.css';
import { type BoardFilter, type BoardSearch, filterOf } from './board-search.ts';
import { chosenCurrency, rememberCurrency } from './chosen-currency.ts';
import { type BoardFiltersProps, BoardFilters } from './board-filters.tsx';
import { topicOf } from './live-adverts.ts';
import { useAdverts } from './use-adverts.ts';
import { currencyNames } from '../parts/p2p-labels.ts';
import board from './board.module.css';

/** Fiat trading: adverts of merchants to buy from or sell to, or those of one merchant. */
export function BoardScreen({ search }: { readonly search: BoardSearch }) {
  const navigate = useNavigate();
  const [remembered] = useState(chosenCurrency);
  const filter = filterOf(search, remembered);
  const change: BoardFiltersProps['onChange'] = (parts) => {
    const next = Object.entries({ ...search, currency: filter.currency, ...parts }).filter(
      ([, value]) => value !== undefined,
    );
    void navigate({ to: '/pages/otc/otc', search: Object.fromEntries(next), replace: true, resetScroll: false });
  };
  return <Board key={JSON.stringify(filter)} filter={filter} onChange={change} />;
}

function Board({ filter, onChange }: { readonly filter: BoardFilter } & Pick<BoardFiltersProps, 'onChange'>) {
  const { t } = useLingui();
  const adverts = useAdverts(filter);
  const stale = useStale(topicOf(filter));
  const merchant = adverts.query.data?.pages[0]?.list[0]?.merchant;
  const isMerchants = filter.merchant !== undefined;
  const take = useCallback(
    (advert: ListedAdvert) =>
      openTake({ advert: advert.id, method: filter.method ?? null, typed: filter.amount ?? '' }),
    [filter.method, filter.amount],
  );
  return (
    <Page
      title={isMerchants ? t`Merchant` : t`P2P`}
      actions={<Ways />}
      under={
        <FreshLine fresh={adverts.fresh} onAccept={() => void adverts.accept().then(() => scrollTo({ top: 0 }))} />
      }
      onRefresh={adverts.accept}
      updating={adverts.query.isFetching && adverts.shown !== undefined}
    >
      {isMerchants && merchant !== undefined && <MerchantHead merchant={merchant} />}
      <BoardHead filter={filter} onChange={onChange} />
      <TabPanel group={boardGroup} value={filter.asset}>
        <WhenOn feature="p2p">
          <AdvertList
            adverts={adverts}
            filter={filter}
            stale={stale}
            onTake={take}
            onClear={() => onChange({ amount: undefined, method: undefined, online: undefined, qualified: undefined })}
          />
        </WhenOn>
      </TabPanel>
      <TakeInPlace
        adverts={adverts.shown}
        filter={filter}
        index={adverts.query.data?.pages[0]?.index ?? null}
        stale={stale}
      />
    </Page>
  );
}

/** Own orders, with a mark while some are open, and the merchant centre. */
function Ways() {
  const { t } = useLingui();
  const open = useAccount()?.fiatOrders.filter(({ endedAt }) => endedAt === null).length ?? 0;
  return (
    <>
      <IconButton icon={Store} label={t`Merchant centre`} href="#/pages/business/business" />
      <IconButton
        icon={ClipboardList}
        label={open === 0 ? t`P2P orders` : t`P2P orders, ${open} open`}
        dot={open > 0}
        href="#/pages/otc/Orderrecord"
      />
    </>
  );
}

/** A merchant with all the figures of 30 days. */
function MerchantHead({ merchant }: { readonly merchant: MerchantCard }) {
  const { t } = useLingui();
  const { nickname, online, joinedAt, figures } = merchant;
  return (
    <div className={css['head']}>
      <div className={css['person']}>
        <PersonMark name={nickname} large />
        <div>
          <p className={css['name']}>
            <MerchantName nickname={nickname} />
          </p>
          <p className={css['online']}>
            {online ? <Trans>Online now</Trans> : <Trans>Not online</Trans>} · <Joined at={joinedAt} />
          </p>
        </div>
      </div>
      <FactsCard
        items={[
          { key: t`Orders completed in 30 days`, value: formatNumber(String(figures.finished)) },
          { key: t`Completion rate`, value: shareText(figures.completion) },
          { key: t`Positive ratings`, value: ratingsText(figures) },
          { key: t`Average time to release`, value: averageTime(figures.releaseMs) },
          { key: t`Average time to pay`, value: averageTime(figures.payMs) },
          { key: t`Appeals lost`, value: formatNumber(String(figures.appealsLost)) },
        ]}
      />
    </div>
  );
}

const boardGroup = 'fiat-board';

/** What is traded: side, currency and coin, and how the list is narrowed. */
function BoardHead({ filter, onChange }: BoardFiltersProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { side, asset, currency } = filter;
  return (
    <>
      <div className={board['head']}>
        <div className={board['side']}>
          <Segmented
            kind="side"
            label={t`Side`}
            items={[
              { id: 'buy', label: <Trans context="fiat order">Buy</Trans> },
              { id: 'sell', label: <Trans context="fiat order">Sell</Trans> },
            ]}
            value={side}
            onChange={(next) => onChange({ side: next })}
          />
        </div>
        <button type="button" className={board['currency']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <VisuallyHidden>{t`Currency`} </VisuallyHidden>
          {currency}
          <Icon of={ChevronDown} size="inline" />
        </button>
      </div>
      <Tabs
        label={t`Coin`}
        group={boardGroup}
        items={p2pCoins.map((id) => ({ id, label: id }))}
        value={asset}
        onChange={(next) => onChange({ asset: next })}
      />
      <BoardFilters filter={filter} onChange={onChange} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Currency`} flush>
        <CurrencyList
          value={currency}
          onChange={(next) => {
            setOpen(false);
            rememberCurrency(next);
            // An amount of one currency means nothing in another.
            onChange({ currency: next, amount: undefined });
          }}
        />
      </Sheet>
    </>
  );
}

function CurrencyList(props: {
  readonly value: FiatCurrencyCode;
  readonly onChange: (next: FiatCurrencyCode) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <PickerList
      label={t`Currency`}
      options={fiatCurrencyCodes.map((value) => ({
        value,
        label: value,
        detail: `${fiatCurrencies[value].symbol} · ${i18n._(currencyNames[value])}`,
      }))}
      {...props}
    />
  );
}
