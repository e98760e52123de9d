import { useLingui, Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  ArrowDownLeft,
  ArrowUpRight,
  BadgeCheck,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  QrCode,
  Settings,
  ShieldCheck,
  Download,
} from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import type { MerchantDay } from '#protocol/p2p/entities/merchants.ts';
import { Page } from '#app/ui/layout/Page.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { formatCoins, formatFiat } from '#app/features/p2p/parts/fiat-money.ts';
import { CentreAdverts } from '#app/features/p2p/adverts/centre-adverts.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { saveFile } from '#app/ui/overlays/share-file.ts';
import { BecomingView } from '../becoming/becoming.tsx';
import { useMerchantCentre, openOrdersQuery } from '../queries.ts';
import { depositStateNames } from '../deposit/deposit-states.ts';
import { PauseRow } from '../settings/pause-row.tsx';
import css from './centre.module.css';
import { DutyList } from './duty-list.tsx';
import { type TickName, ticksOf } from './ticks.ts';
import { type Book, booksOf, dayCsv } from './day-book.ts';

/** The merchant centre; for those who are not merchants yet, the way there. */
export function BusinessScreen() {
  const { t } = useLingui();
  const centre = useMerchantCentre();
  const { data } = centre;
  const refresh = () => centre.refetch();
  if (data !== undefined) {
    const shown = { standing: data, at: centre.dataUpdatedAt, onRefresh: refresh };
    return data.merchant ? <CentreView {...shown} /> : <BecomingView {...shown} />;
  }
  return (
    <Page title={t`Merchant centre`} onRefresh={refresh}>
      <NotLoaded query={centre} title={t`The merchant centre did not load`} coins rows={5} />
    </Page>
  );
}

interface CentreProps {
  readonly standing: CallOutput<'GET legalMgrPage'>;
  /** When the standing was answered, in epoch milliseconds of the device. */
  readonly at: number;
  readonly onRefresh: () => Promise<unknown>;
}

/** The merchant's day: who one is, what is due next, the deposit, the adverts. */
function CentreView({ standing, at, onRefresh }: CentreProps) {
  const { t } = useLingui();
  const orders = useQuery({ ...openOrdersQuery, refetchOnMount: 'always' }).data?.list ?? [];
  return (
    <Page
      title={t`Merchant centre`}
      onRefresh={onRefresh}
      actions={
        <>
          <IconButton icon={CalendarClock} label={t`Orders`} href="#/pages/otc/Orderrecord" />
          <IconButton icon={Settings} label={t`Merchant settings`} href="#/pages/business/Merchantsettings" />
        </>
      }
    >
      <OfflineAge at={at} />
      <CentreHead standing={standing} />
      <PauseRow settings={standing.settings} />
      {standing.deposit.state === 'refund-review' && (
        <Banner inset tone="warn">{t`The refund of your deposit is under review: nothing can be published.`}</Banner>
      )}
      <DayCard day={standing.day} />
      <DutyList orders={orders} />
      <CentreTiles standing={standing} />
      <CentreAdverts standing={standing} />
    </Page>
  );
}

/** Who the merchant is, and the four things that have to hold. */
function CentreHead({ standing }: { standing: CallOutput<'GET legalMgrPage'> }) {
  const { t } = useLingui();
  const { nickname, figures } = standing;
  const { finished, completion } = figures;
  const names: Readonly<Record<TickName, string>> = {
    verified: t`Verified`,
    nickname: t`Nickname`,
    methods: t({ message: 'Collection', context: 'merchant tick' }),
    deposit: t({ message: 'Deposit', context: 'of a merchant' }),
  };
  const share = completion === null ? null : `${formatNumber(completion, { decimals: 2 })}%`;
  return (
    <>
      <div className={css['identity']}>
        <Avatar name={nickname ?? '?'} size={44} />
        <div className={css['names']}>
          <p className={css['name']}>
            <span>{nickname}</span>
            <Icon of={BadgeCheck} size="row" />
          </p>
          <p className={css['sub']}>
            {share === null ? t`No finished orders in 30 days` : t`${finished} finished in 30 days, ${share} completed`}
          </p>
        </div>
      </div>
      <ul className={css['ticks']} aria-label={t`What a merchant keeps up`}>
        {ticksOf(standing).map(({ name, holds, href }) => (
          <li key={name}>
            <a className={css['tick']} href={href} data-holds={holds || undefined}>
              <Icon of={holds ? CircleCheck : CircleAlert} size="inline" />
              {holds ? names[name] : t`${names[name]}: missing`}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The deposit with its state, how many collection methods there are, and the orders of each side. */
function CentreTiles({ standing: { deposit, methods } }: { standing: CallOutput<'GET legalMgrPage'> }) {
  const { t, i18n } = useLingui();
  const state = i18n._(depositStateNames[deposit.state]);
  return (
    <div className={css['tiles']}>
      <a className={css['tile']} href="#/pages/business/bzj">
        <Icon of={ShieldCheck} size="bar" />
        <span>
          <b>{formatCoins(deposit.held, deposit.asset)}</b>
          <small>{t`Deposit: ${state}`}</small>
        </span>
      </a>
      <a className={css['tile']} href="#/pages/business/payWay">
        <Icon of={QrCode} size="bar" />
        <span>
          <b>
            <Plural value={methods.length} one="# method" other="# methods" />
          </b>
          <small>{t`Where buyers pay`}</small>
        </span>
      </a>
      <a className={css['tile']} href="#/pages/business/Sellingrecord">
        <Icon of={ArrowUpRight} size="bar" />
        <b>{t`Sell orders`}</b>
      </a>
      <a className={css['tile']} href="#/pages/business/Purchaserecord">
        <Icon of={ArrowDownLeft} size="bar" />
        <b>{t`Buy orders`}</b>
      </a>
    </div>
  );
}

/** What was turned over today: one number for each currency, sold and bought in the same ratio as the bar. */
function DayCard({ day }: { day: MerchantDay }) {
  const { t } = useLingui();
  const books = booksOf(day);
  return (
    <Card>
      <div className={css['head']}>
        <p className={css['label']}>
          {books.length === 0 ? (
            <Trans>Turned over today. No orders yet.</Trans>
          ) : (
            <>
              <Trans>Turned over today,</Trans>{' '}
              <Plural value={books.reduce((sum, { total }) => sum + total.orders, 0)} one="# order" other="# orders" />
            </>
          )}
        </p>
        {books.length > 0 && (
          <IconButton
            icon={Download}
            size="row"
            tone="accent"
            label={t`Save as CSV`}
            onClick={() => saveFile(new File([dayCsv(day)], 'merchant-day.csv', { type: 'text/csv' }))}
          />
        )}
      </div>
      {books.length === 0 && <p className={css['amount']}>{formatFiat('0', 'CNY')}</p>}
      {books.map((book) => (
        <CurrencyBook key={book.currency} book={book} />
      ))}
    </Card>
  );
}

function CurrencyBook({ book: { currency, sold, bought, total } }: { book: Book }) {
  const [soldCount, boughtCount] = [sold.orders, bought.orders];
  return (
    <>
      <p className={css['amount']}>{formatFiat(total.amount, currency)}</p>
      <div className={css['bar']} aria-hidden>
        <span data-side="sold" style={{ flexGrow: Number(sold.amount) }} />
        <span data-side="bought" style={{ flexGrow: Number(bought.amount) }} />
      </div>
      <dl className={css['sides']}>
        <div data-side="sold">
          <dt>
            <Trans>Sold, {soldCount}</Trans>
          </dt>
          <dd>{formatFiat(sold.amount, currency)}</dd>
        </div>
        <div data-side="bought">
          <dt>
            <Trans>Bought, {boughtCount}</Trans>
          </dt>
          <dd>{formatFiat(bought.amount, currency)}</dd>
        </div>
      </dl>
    </>
  );
}
