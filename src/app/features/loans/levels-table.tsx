import { Trans, useLingui } from '@lingui/react/macro';
import type { ShownLoanLevels } from '#protocol/loans/entities.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { fallText, levelText, type Pledged, priceAt } from './health.ts';
import css from './levels-table.module.css';

interface LevelsTableProps {
  readonly coin: string;
  readonly levels: ShownLoanLevels;
  readonly loan: Pledged;
  readonly price: Decimal | null;
}

/** At which price of the collateral something happens, and how far it is from here. */
export function LevelsTable({ coin, levels, loan, price }: LevelsTableProps) {
  const { t } = useLingui();
  const { priceDecimals } = useCoinFacts()(coin);
  const [first, second, sale] = [levels.first, levels.second, levels.sale].map(levelText);
  const rows = [
    { part: 'first', name: t`First warning, ${first}`, level: levels.first },
    { part: 'second', name: t`Second warning, ${second}`, level: levels.second },
    { part: 'sale', name: t`Collateral sold, ${sale}`, level: levels.sale },
  ];
  return (
    <table className={css['levels']}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>If {coin} falls</Trans>
          </th>
          <th scope="col">
            <Trans context="falls to a price">to</Trans>
          </th>
          <th scope="col">
            <Trans context="falls by a share">by</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, name, level }) => {
          const at = priceAt(loan, level, priceDecimals);
          return (
            <tr key={part} data-part={part}>
              <th scope="row">{name}</th>
              <td>{at === null ? '–' : formatNumber(at, { decimals: priceDecimals })}</td>
              <td>{at === null || price === null ? '–' : fallText(price, at)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
