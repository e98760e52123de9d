import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { pairOptions } from '#app/features/pairs/pair-options.tsx';
import { usePairTicker } from '#app/features/pairs/pair-ticker.ts';
import css from './wide-pairs.module.css';

interface WidePairsProps {
  readonly pairs: readonly Pair[];
  readonly value: string;
  readonly onPick: (pair: string) => void;
}

/** Whether a key pressed here writes. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
}

/** All pairs with their prices: "/" leads to their search, arrows walk them, Escape leaves the search. */
export function WidePairs({ pairs, value, onPick }: WidePairsProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const search = box.current?.querySelector('input');
      if (event.key === 'Escape' && event.target === search) search?.blur();
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      event.preventDefault();
      search?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <div ref={box} className={css['box']}>
      <PickerList label={t`Pairs`} value={value} searchable options={pairOptions(pairs, quoteOf)} onChange={onPick} />
    </div>
  );
}

function Quote({ pair }: { pair: Pair }) {
  const { ticker, stale } = usePairTicker(pair.id);
  return (
    <span className={css['quote']}>
      {ticker === null ? (
        '\u00a0'
      ) : (
        <>
          <span>{formatNumber(ticker.last, { decimals: pair.priceDecimals })}</span>
          <ChangeText direction={stale ? 0 : directionOf(ticker.change)}>{formatPercent(ticker.change)}</ChangeText>
        </>
      )}
    </span>
  );
}

const quoteOf = (pair: Pair) => <Quote pair={pair} />;
