import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import type { MerchantDay } from '#protocol/p2p/entities/merchants.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { saveFile } from '#app/ui/overlays/share-file.ts';
import { formatFiat } from '#app/features/p2p/parts/fiat-money.ts';
import { type Book, booksOf, dayCsv } from './day-book.ts';
import css from './day-card.module.css';

/** What was turned over today: one number for each currency, sold and bought in the same ratio as the bar. */
export function DayCard({ day }: { day: MerchantDay }) {
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
