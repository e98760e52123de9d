import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OptionEntry } from '#protocol/options/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import css from './entry-row.module.css';
import { cycleNames, directionLabels, outcomeNames } from '../option-labels.ts';

interface EntryRowProps {
  readonly entry: OptionEntry;
  readonly sub: ReactNode;
  /** In place of the outcome while there is none. */
  readonly state?: ReactNode;
  readonly onOpen: (entry: OptionEntry) => void;
}

/** One prediction in a list. */
export function EntryRow({ entry, sub, state, onOpen }: EntryRowProps) {
  const { i18n } = useLingui();
  const { round, direction, stake, outcome } = entry;
  const label = directionLabels[direction];
  return (
    <ListRow
      leading={<CoinIcon symbol={round.coin} />}
      title={
        <span className={css['title']}>
          <span>
            {round.coin} · {i18n._(cycleNames[round.cycle])}
          </span>
          <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
        </span>
      }
      sub={sub}
      value={outcome === null ? <OwnAmount>{`${formatNumber(stake)} USDT`}</OwnAmount> : <Outcome entry={entry} />}
      valueSub={outcome === null ? state : i18n._(outcomeNames[outcome])}
      chevron={false}
      aria-haspopup="dialog"
      onClick={() => onOpen(entry)}
    />
  );
}

/** What an entry came to, signed: the profit, the stake that was lost, or nothing. */
export function changeOf({ outcome, profit, stake }: OptionEntry): string {
  return outcome === 'profit' ? profit : outcome === 'loss' ? `-${stake}` : '0';
}

/** The change in its colour, or dots while amounts are hidden; the label is beside it. */
export function Outcome({ entry }: { readonly entry: OptionEntry }) {
  const side = entry.outcome === 'profit' ? 'up' : entry.outcome === 'loss' ? 'down' : 'flat';
  return (
    <OwnAmount>
      <span className={css['change']} data-direction={side}>
        {formatNumber(changeOf(entry), { decimals: 2, sign: 'always' })} USDT
      </span>
    </OwnAmount>
  );
}
