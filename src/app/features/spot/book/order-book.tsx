import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, Rows2, Rows3 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Order } from '#protocol/spot/entities.ts';
import { depthLevelsMax } from '#protocol/core/limits.ts';
import { useDisplayValue } from '#app/platform/format/display-currency.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useAuction, useIsPolled, useStale } from '#app/platform/stream/stream-hooks.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { StaleTag } from '#app/ui/layout/Banner.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { PickerField } from '#app/ui/controls/PickerField.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { usePairTicker } from '#app/features/pairs/pair-ticker.ts';
import { usePriceDirection } from '#app/features/pairs/price-direction.ts';
import { useBookFeed } from './book-feed.ts';
import {
  BookFrame,
  BookRatio,
  MiddlePrice,
  MiddleSkeleton,
  PriceNote,
  RowsAway,
  RowsSkeleton,
} from '#app/features/order-entry/book/book-frame.tsx';
import { BookRows, newLines } from '#app/features/order-entry/book/book-lines.tsx';
import { bidPercent, depthOf, groupings, groupStep } from './grouping.ts';
import css from './book-controls.module.css';
import { type BookDisplay, changeSpotChoice, type SpotChoice } from '../entry-choice.ts';

interface OrderBookProps {
  readonly pair: Pair;
  readonly choice: SpotChoice;
  /** Own open orders of the pair. */
  readonly orders: readonly Order[];
  /** Rows of one side when both are shown. */
  readonly rows: number;
  /** A level was tapped; its price goes to the form. */
  readonly onPick: (price: string) => void;
}

/** The book beside the form: asks, last price, bids, which side is heavier, and how it is shown. */
export function OrderBook({ pair, choice, orders, rows, onPick }: OrderBookProps) {
  const stale = useStale(`depth:${pair.id}`);
  const known = useKnown(pair.id);
  const away = useIsPolled();
  const step = groupStep(pair.tickSize, choice.grouping);
  const { display } = choice;
  const asks = display === 'both' ? rows : display === 'asks' ? rows * 2 : 0;
  const bids = display === 'both' ? rows : display === 'bids' ? rows * 2 : 0;
  return (
    <BookFrame
      known={known}
      away={away}
      priceUnit={pair.quote}
      quantity={<Trans>Amount</Trans>}
      quantityUnit={pair.base}
      ratio={<PairRatio pair={pair.id} stale={stale} />}
      controls={<BookControls pair={pair} choice={choice} />}
    >
      {known ? (
        <Lines key={`${pair.id} ${display} ${rows}`} {...{ pair, orders, step, asks, bids, stale, onPick }} />
      ) : away ? (
        <>
          <RowsAway count={asks}>{bids === 0 && <NeedsLiveData />}</RowsAway>
          <LastPrice pair={pair} />
          <RowsAway count={bids}>
            <NeedsLiveData />
          </RowsAway>
        </>
      ) : (
        <>
          <RowsSkeleton count={asks} />
          <MiddleSkeleton />
          <RowsSkeleton count={bids} />
        </>
      )}
    </BookFrame>
  );
}

const NeedsLiveData = () => <Trans>The order book needs live data.</Trans>;

/** Whether the exchange has sent the book. Renders once, when it has. */
function useKnown(pair: string): boolean {
  const topic = `depth:${pair}` as const;
  const subscribe = useCallback((cell: () => void) => stream.subscribe(topic, cell), [topic]);
  return useSyncExternalStore(subscribe, () => stream.view<'depth'>(topic) !== null);
}

interface LinesProps {
  pair: Pair;
  orders: readonly Order[];
  step: string;
  asks: number;
  bids: number;
  stale: boolean;
  onPick: (price: string) => void;
}

function Lines({ pair, orders, step, asks, bids, stale, onPick }: LinesProps) {
  const [made] = useState(() => newLines(bids, asks));
  const lines = useRef(made);
  const own = useMemo(() => orders.filter((order) => order.pair === pair.id), [orders, pair.id]);
  useBookFeed(lines, { pair, step, orders: own });
  return (
    <BookRows
      lines={made}
      stale={stale}
      middle={pair.state === 'auction' ? <IndicativePrice pair={pair} /> : <LastPrice pair={pair} />}
      onPick={onPick}
    />
  );
}

/** Between the sides before anything traded: what the auction would come to. */
function IndicativePrice({ pair }: { pair: Pair }) {
  const price = useAuction(pair.id)?.price ?? null;
  const stale = useStale(`depth:${pair.id}`);
  const text = price === null ? '–' : formatNumber(price, { decimals: pair.priceDecimals });
  return (
    <MiddlePrice text={text} direction={0} stale={stale}>
      <PriceNote>
        <Trans>indicative</Trans>
      </PriceNote>
    </MiddlePrice>
  );
}

function LastPrice({ pair }: { pair: Pair }) {
  const { ticker, stale } = usePairTicker(pair.id);
  const inDisplayCurrency = useDisplayValue();
  const direction = usePriceDirection(ticker?.last ?? null);
  if (ticker === null) return <MiddleSkeleton />;
  const at = formatTime(ticker.at, 'time');
  const last = formatNumber(ticker.last, { decimals: pair.priceDecimals });
  return (
    <MiddlePrice
      text={last}
      direction={direction}
      stale={stale}
      trailing={!stale && direction !== 0 && <Icon of={direction > 0 ? ArrowUp : ArrowDown} size="inline" />}
    >
      {stale ? (
        <StaleTag>
          <Trans>as of {at}</Trans>
        </StaleTag>
      ) : (
        <PriceNote>{inDisplayCurrency(ticker.last, pair.priceDecimals > 2 ? pair.priceDecimals : 0)}</PriceNote>
      )}
    </MiddlePrice>
  );
}

/** Which side is heavier: renders only when its whole percent change. */
function PairRatio({ pair, stale }: { pair: string; stale: boolean }) {
  const topic = `depth:${pair}` as const;
  const subscribe = useCallback((cell: () => void) => stream.subscribe(topic, cell), [topic]);
  const bids = useSyncExternalStore(subscribe, () => {
    const view = stream.view<'depth'>(topic)?.view(depthLevelsMax);
    return view === undefined ? 50 : bidPercent(depthOf(view.bids), depthOf(view.asks));
  });
  return <BookRatio bids={bids} stale={stale} />;
}

/** A step of more characters would not fit its field: it is shown as a multiple of the smallest. */
const stepLengthMax = 5;

function BookControls({ pair, choice }: { pair: Pair; choice: SpotChoice }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const displays: readonly { value: BookDisplay; label: string }[] = [
    { value: 'both', label: t`Bids and asks` },
    { value: 'bids', label: t`Bids only` },
    { value: 'asks', label: t`Asks only` },
  ];
  return (
    <div className={css['controls']}>
      <PickerField
        label={t`Group prices by`}
        hideLabel
        value={String(choice.grouping)}
        options={groupings.map((grouping) => {
          const step = formatNumber(groupStep(pair.tickSize, grouping));
          return step.length > stepLengthMax
            ? { value: String(grouping), label: `× ${grouping}`, detail: step }
            : { value: String(grouping), label: step };
        })}
        onChange={(value) => {
          changeSpotChoice({ grouping: groupings.find((grouping) => String(grouping) === value) ?? 1 });
        }}
      />
      <IconButton
        icon={choice.display === 'both' ? Rows3 : Rows2}
        label={t`Sides of the book`}
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Sides of the book`} flush>
        <PickerList<BookDisplay>
          label={t`Sides of the book`}
          value={choice.display}
          options={displays}
          onChange={(display) => {
            setOpen(false);
            changeSpotChoice({ display });
          }}
        />
      </Sheet>
    </div>
  );
}
