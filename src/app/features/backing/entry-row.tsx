import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { memo } from 'react';
import type { BackingEntry } from '../../../protocol/backing/entities.ts';
import { addDecimals, compareDecimals } from '../../../protocol/core/decimal.ts';
import { formatAmount, formatNumber } from '../../platform/format/number-format.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { IconTile } from '../../ui/lists/ListRow.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { kindLabels } from '../assets/records/record-labels.ts';
import css from './entry-row.module.css';

/** What an entry did to its account: coins came or went, or changed places within it. */
function movementOf({ free, aside }: BackingEntry): { readonly label: MessageDescriptor; readonly amount: string } {
  const total = addDecimals(free, aside);
  const sign = compareDecimals(total, '0');
  if (sign !== 0) {
    return {
      label: sign > 0 ? msg`Paid in` : msg({ message: 'Paid out', context: 'backing' }),
      amount: formatNumber(total, { sign: 'always' }),
    };
  }
  const isAside = compareDecimals(aside, '0') > 0;
  return { label: isAside ? msg`Set aside` : msg`Released`, amount: formatNumber(isAside ? aside : free) };
}

/** The house funds its own accounts, and takes free coins back. Within an account cover of a promise only changes places. */
function nameOf({ kind, free, aside }: BackingEntry): MessageDescriptor {
  const isFunding = kind === 'backing' && compareDecimals(addDecimals(free, aside), '0') !== 0;
  return isFunding ? msg`Funding by the house` : kindLabels[kind].name;
}

/** One ledger entry: why, how much, when, and what the account held after it. */
export const EntryRow = memo(function EntryRow({ entry, asset }: { entry: BackingEntry; asset: string }) {
  const { i18n } = useLingui();
  const { decimals } = useCoinFacts()(asset);
  const { icon } = kindLabels[entry.kind];
  const { label, amount } = movementOf(entry);
  const [asideText, freeText] = [entry.asideAfter, entry.freeAfter].map((each) => formatAmount(each, decimals));
  return (
    <div className={css['row']}>
      <IconTile icon={icon} />
      <div className={css['body']}>
        <p className={css['line']}>
          <span className={css['name']}>{i18n._(nameOf(entry))}</span>
          <span className={css['amount']}>{amount}</span>
        </p>
        <p className={css['note']}>
          <span>{formatTime(entry.at, 'dateTime')}</span>
          <span>{i18n._(label)}</span>
        </p>
        <p className={css['note']}>
          <Trans>
            After it {asideText} set aside, {freeText} free
          </Trans>
        </p>
      </div>
    </div>
  );
});
