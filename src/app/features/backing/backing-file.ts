import { useLingui } from '@lingui/react/macro';
import type { Backing } from '../../../protocol/backing/entities.ts';
import { addDecimals, subtractDecimals } from '../../../protocol/core/decimal.ts';
import { timeZone } from '../../platform/format/time-format.ts';
import { csvFile, isoWithOffset } from '../assets/records/records-csv.ts';
import { productLabels } from './product-labels.ts';

/** Makes a file of the figures on the page for a spreadsheet: exact, a line for each product and coin. */
export function useBackingFile() {
  const { t, i18n } = useLingui();
  return ({ at, list }: Backing): File => {
    const heads = [t`Time`, t`Product`, t`Coin`, t`Held`, t`Promised`, t`Free`, t`Lent out`, t`Funded`];
    const time = isoWithOffset(at, timeZone.get().hoursAt);
    const rows = list.map(({ product, asset, held, promised, lent }) => [
      time,
      i18n._(productLabels[product].name),
      asset,
      held,
      promised,
      subtractDecimals(held, promised),
      lent,
      addDecimals(held, lent),
    ]);
    const name = `dunlin-backing-${time.slice(0, 10)}.csv`;
    return new File([csvFile([heads, ...rows])], name, { type: 'text/csv;charset=utf-8' });
  };
}
