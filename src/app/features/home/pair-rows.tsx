import { useReachable } from '#app/platform/offline/reachability.ts';
import { useOnScreen } from '#app/platform/stream/on-screen.ts';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { Sparkline } from '#app/ui/numbers/Sparkline.tsx';
import { useLiveCells } from '../market/live-cells.ts';
import type { Listed } from '../market/queries.ts';
import css from './pair-rows.module.css';

/** What a row needs of a pair. */
export interface PairLine {
  readonly pair: Pick<Listed['pair'], 'id' | 'base' | 'name' | 'priceDecimals'>;
  readonly ticker: Pick<Listed['ticker'], 'last' | 'change'>;
  readonly line: readonly number[];
}

/** Pairs as home shows them: coin, line, price as it runs, change. Each leads to its chart. */
export function PairRows({ listed, label }: { listed: readonly PairLine[]; label: string }) {
  return (
    <ul aria-label={label}>
      {listed.map((entry) => (
        <PairRow key={entry.pair.id} entry={entry} />
      ))}
    </ul>
  );
}

function PairRow({ entry }: { entry: PairLine }) {
  const { pair, line } = entry;
  const [ref, onScreen] = useOnScreen<HTMLLIElement>();
  const { price, change, ...cells } = useLiveCells(entry, onScreen);
  const reachable = useReachable();
  return (
    <li ref={ref}>
      <ListRow
        href={`#/pages/market/kline?pair=${pair.id}`}
        chevron={false}
        leading={<CoinIcon symbol={pair.base} />}
        title={pair.base}
        sub={pair.name}
        middle={<Sparkline values={line} direction={cells.direction} width={64} />}
        value={
          <span className={css['price']}>
            <PriceText ref={price} text={cells.priceText} stale={!reachable || cells.stale} />
          </span>
        }
        valueSub={
          <ChangeText ref={change} direction={cells.direction}>
            {cells.changeText}
          </ChangeText>
        }
      />
    </li>
  );
}
