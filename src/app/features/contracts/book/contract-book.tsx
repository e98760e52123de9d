import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { ContractOrder, ContractView, ListedContract } from '#protocol/contracts/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useStale } from '#app/platform/stream/stream-hooks.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { usePriceDirection } from '#app/features/pairs/price-direction.ts';
import {
  BookFrame,
  BookRatio,
  MiddlePrice,
  MiddleSkeleton,
  PriceNote,
} from '#app/features/order-entry/book/book-frame.tsx';
import { type BookLines, BookRows, newLines, writeLine } from '#app/features/order-entry/book/book-lines.tsx';
import { priceText, settling } from '../contract-labels.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

interface ContractBookProps {
  readonly contract: ListedContract;
  /** Own orders of the contract. */
  readonly orders: readonly ContractOrder[];
  /** Rows of one side. */
  readonly rows: number;
  /** A level was tapped; its price goes to the form. */
  readonly onPick: (price: string) => void;
}

type Side = 'bids' | 'asks';

/** The contract's own book beside the form: asks, last price, bids, and which side is heavier. */
export function ContractBook({ contract, orders, rows, onPick }: ContractBookProps) {
  const stale = useStale(`contract:${contract.id}`);
  const known = useContract(contract.id, () => true) === true;
  return (
    <BookFrame
      known={known}
      priceUnit={settling}
      quantity={<Trans>Size</Trans>}
      quantityUnit={<Trans>Lots</Trans>}
      ratio={<ContractRatio contract={contract.id} stale={stale} />}
    >
      <Lines key={`${contract.id} ${rows}`} {...{ contract, orders, rows, stale, onPick }} />
    </BookFrame>
  );
}

function Lines({ contract, orders, rows, stale, onPick }: ContractBookProps & { stale: boolean }) {
  const [made] = useState(() => newLines(rows, rows));
  const lines = useRef(made);
  const latest = useRef({ contract, orders });
  const topic = `contract:${contract.id}` as const;
  useEffect(() => {
    latest.current = { contract, orders };
    writeLines(lines.current, stream.view<'contract'>(topic), latest.current);
  });
  useEffect(() => {
    let frame = 0;
    const write = (sides: readonly Side[]) =>
      writeLines(lines.current, stream.view<'contract'>(topic), latest.current, sides);
    const writeBids = () => {
      frame = 0;
      write(['bids']);
    };
    // One side a frame: forty figures at once are one long task on a slow phone.
    const stop = subscribeLater(topic, () => {
      write(['asks']);
      if (frame === 0) frame = requestAnimationFrame(writeBids);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [topic]);
  return (
    <BookRows lines={made} stale={stale} middle={<LastTrade contract={contract} stale={stale} />} onPick={onPick} />
  );
}

/** Writes the current book into its lines, without rendering. */
function writeLines(
  lines: BookLines,
  view: ContractView | null,
  { contract, orders }: { contract: ListedContract; orders: readonly ContractOrder[] },
  sides: readonly Side[] = ['asks', 'bids'],
): void {
  const own = new Set(orders.map(({ side, price }) => `${side} ${price}`));
  const sumOf = (levels: ContractView['bids'], count: number) =>
    levels.slice(0, count).reduce((sum, [, lots]) => sum + lots, 0);
  const [bids, asks] = [view?.bids ?? [], view?.asks ?? []];
  const deepest = Math.max(sumOf(bids, lines.bids.length), sumOf(asks, lines.asks.length), 1);
  for (const side of sides) {
    const levels = side === 'bids' ? bids : asks;
    let depth = 0;
    for (const [at, line] of lines[side].entries()) {
      const level = levels[at];
      if (level === undefined) {
        writeLine(line, null);
        continue;
      }
      const [price, lots] = level;
      depth += lots;
      writeLine(line, {
        price,
        priceText: priceText(contract, price),
        amountText: formatNumber(String(lots)),
        share: depth / deepest,
        mine: own.has(`${side === 'bids' ? 'long' : 'short'} ${price}`),
      });
    }
  }
}

/** The price of the last trade, or the mark price before the first trade. */
function LastTrade({ contract, stale }: { contract: ListedContract; stale: boolean }) {
  const last = useContract(contract.id, (view) => view.last);
  const mark = useContract(contract.id, (view) => view.mark);
  const known = useContract(contract.id, () => true) === true;
  const direction = usePriceDirection(last ?? mark);
  if (!known) return <MiddleSkeleton />;
  return (
    <MiddlePrice text={priceText(contract, last ?? mark)} direction={direction} stale={stale}>
      <PriceNote>{last === null ? <Trans>Mark price</Trans> : <Trans>Last trade</Trans>}</PriceNote>
    </MiddlePrice>
  );
}

/** Which side is heavier: renders only when its whole percent change. */
function ContractRatio({ contract, stale }: { contract: string; stale: boolean }) {
  const bids =
    useContract(contract, (view) => {
      const sum = (levels: ContractView['bids']) => levels.reduce((all, [, lots]) => all + lots, 0);
      const [bought, sold] = [sum(view.bids), sum(view.asks)];
      return bought + sold === 0 ? 50 : Math.floor((bought * 100) / (bought + sold));
    }) ?? 50;
  return <BookRatio bids={bids} stale={stale} />;
}
