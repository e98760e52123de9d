import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import {
  basketCoinsMax,
  basketShareMax,
  coinShareMax as shareMost,
  coinShareMin as shareLeast,
} from '#protocol/core/limits.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { PickerList } from '#app/ui/controls/PickerList.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { pairOptions } from '#app/features/pairs/pair-options.tsx';
import { pairOf, pairsQuery } from '#app/features/pairs/queries.ts';
import { robotPairsQuery } from '../queries.ts';
import { type BasketCoin, coinsOf, coinsText } from './basket-coins.ts';
import css from './basket-fields.module.css';
import { SliderRow } from './slider-row.tsx';
import { TrackSlider } from './track-slider.tsx';

interface BasketFieldsProps {
  /** Further coins, as `coinsText` writes them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Percent of the first coin, as its field has it. */
  readonly first: string;
  /** The pair of the first coin, which is none of the further ones; null where coins can be neither added nor removed. */
  readonly pair: string | null;
  readonly quote: string;
}

/** The further coins of a basket with their shares, and what stays in quote. */
export function BasketFields({ value, onChange, first, pair, quote }: BasketFieldsProps) {
  const { t } = useLingui();
  const coins = coinsOf(value) ?? [];
  const sum = coins.reduce((all, { share }) => all + share, Number(first) || 0);
  const left = 100 - sum;
  const change = (next: readonly BasketCoin[]) => onChange(coinsText(next));
  return (
    <div className={css['basket']}>
      {coins.map((coin) => (
        <CoinShare
          key={coin.pair}
          coin={coin}
          onShare={(share) => change(coins.map((one) => (one.pair === coin.pair ? { ...one, share } : one)))}
          onRemove={pair === null ? null : () => change(coins.filter((one) => one.pair !== coin.pair))}
        />
      ))}
      {pair !== null && coins.length < basketCoinsMax - 1 && (
        <AddCoin
          taken={[pair, ...coins.map((coin) => coin.pair)]}
          quote={quote}
          onPick={(added) => change([...coins, { pair: added, share: startShare(left) }])}
        />
      )}
      {coins.length > 0 && pair === null && (
        <p className={css['sum']}>{t`The coins stay; their shares can be changed.`}</p>
      )}
      {coins.length > 0 && (
        <p className={css['sum']} data-wrong={sum > basketShareMax || undefined} aria-live="polite">
          {sum > basketShareMax
            ? t`The shares come to ${sum}%: ${basketShareMax}% at the most.`
            : t`${left}% stays in ${quote}.`}
        </p>
      )}
    </div>
  );
}

/** The share a coin begins with: half of what is left above what must stay. */
function startShare(left: number): number {
  return Math.max(shareLeast, Math.floor((left - (100 - basketShareMax)) / 2));
}

interface CoinShareProps {
  readonly coin: BasketCoin;
  readonly onShare: (share: number) => void;
  readonly onRemove: (() => void) | null;
}

function CoinShare({ coin: { pair, share }, onShare, onRemove }: CoinShareProps) {
  const { t } = useLingui();
  const pairs = useQuery(pairsQuery);
  const base = (pairs.data === undefined ? null : pairOf(pairs.data, pair))?.base ?? pair;
  const [typed, setTyped] = useState<string | null>(null);
  const name = t`Share of ${base}`;
  const isWrong = typed !== null && !isShare(typed);
  const change = (text: string) => {
    setTyped(isShare(text) ? null : text);
    if (isShare(text)) onShare(Number(text));
  };
  return (
    <div className={css['coin']}>
      <SliderRow
        name={name}
        shown={`${share}%`}
        isWrong={isWrong}
        slider={
          <TrackSlider
            min={shareLeast}
            max={shareMost}
            thumbs={[{ label: name, value: share, text: `${share}%`, onChange: (at) => change(`${at}`) }]}
          />
        }
        fields={
          <NumberField
            label={`${name} (%)`}
            value={typed ?? `${share}`}
            onChange={change}
            places={0}
            step="1"
            min={`${shareLeast}`}
            max={`${shareMost}`}
            {...(isWrong ? { error: t`${shareLeast} to ${shareMost}` } : {})}
          />
        }
      />
      {onRemove !== null && <IconButton icon={X} label={t`Remove ${base}`} tone="quiet" onClick={onRemove} />}
    </div>
  );
}

function isShare(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= shareLeast && Number(text) <= shareMost;
}

interface AddCoinProps {
  readonly taken: readonly string[];
  readonly quote: string;
  readonly onPick: (pair: string) => void;
}

/** Pairs in the same quote that robots trade, without those that are in the basket. */
function AddCoin({ taken, quote, onPick }: AddCoinProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const pairs = useQuery(pairsQuery);
  const traded = useQuery(robotPairsQuery);
  const ids = new Set(traded.data?.list.filter(({ open }) => open).map(({ pair }) => pair));
  const offered = (pairs.data?.list ?? []).filter(
    (pair) => ids.has(pair.id) && pair.quote === quote && !taken.includes(pair.id),
  );
  return (
    <>
      <Button
        icon={<Icon of={Plus} size="inline" />}
        aria-haspopup="dialog"
        disabled={offered.length === 0}
        onClick={() => setOpen(true)}
      >
        {t`Add a coin`}
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t`Add a coin`} tall flush>
        <PickerList
          label={t`Coins`}
          value={null}
          searchable
          options={pairOptions(offered, ({ name }) => name)}
          onChange={(picked) => {
            onPick(picked);
            setOpen(false);
          }}
        />
      </Sheet>
    </>
  );
}
