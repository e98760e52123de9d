import { Trans, useLingui } from '@lingui/react/macro';
import type { Loan } from '../../../../protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '../../../platform/format/number-format.ts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { useCoinFacts } from '../../assets/holdings.ts';
import { type Pledged, priceAt, ratioOf, ratioText, upTo } from '../health.ts';
import css from '../loans.module.css';
import type { Repair } from './use-repair.ts';

/** What is owed, the loan-to-value and the price of a sale: now, and after what is entered. */
export function BeforeAfter({ loan, repair }: { loan: Loan; repair: Repair }) {
  const { t } = useLingui();
  const factsOf = useCoinFacts();
  const coin = loan.collateral.asset;
  const { decimals } = factsOf(loan.asset);
  const { priceDecimals } = factsOf(coin);
  const now: Pledged = { owed: loan.owed, collateral: loan.collateral.amount };
  const { left } = repair;
  const owed = ({ owed: amount }: Pledged) => formatAmount(upTo(amount, decimals), decimals);
  const ratio = (each: Pledged) => ratioText(ratioOf(each, loan.price));
  const sale = (each: Pledged) => {
    const at = priceAt(each, loan.levels.sale, priceDecimals);
    return at === null ? '–' : formatNumber(at, { decimals: priceDecimals });
  };
  const rows = [
    { name: t`Owed (${loan.asset})`, text: owed },
    { name: t`Loan-to-value`, text: ratio },
    { name: t`Collateral sold at ${coin}`, text: sale },
  ];
  return (
    <table className={css['change']}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t`Figure`}</VisuallyHidden>
          </th>
          <td>
            <Trans>now</Trans>
          </td>
          {left !== null && (
            <td>
              <Trans>after</Trans>
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text(now)}</td>
            {left !== null && <td>{text(left)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
