import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { compareDecimals } from '../../../../protocol/core/decimal.ts';
import { amountsHidden } from '../../../platform/format/hidden-amounts.ts';
import { formatAmount } from '../../../platform/format/number-format.ts';
import { useObservable } from '../../../platform/observable.ts';
import { Amount } from '../../../ui/layout/Progress.tsx';
import { IconTile, ListRow } from '../../../ui/lists/ListRow.tsx';
import { alreadyQuery } from '../../loans/queries.ts';

/** What is owed of loans and whose collateral is locked; leads to them. Nothing where there are none. */
export function LoansRow() {
  const { t } = useLingui();
  const hidden = useObservable(amountsHidden);
  const { data } = useQuery({ ...alreadyQuery, meta: { quiet: true } });
  if (data === undefined || (data.loans === 0 && compareDecimals(data.underReview, '0') === 0)) return null;
  return (
    <ListRow
      leading={<IconTile icon={Landmark} />}
      title={t`Loans`}
      sub={t`Owed, with collateral locked`}
      value={<Amount hidden={hidden}>{`${formatAmount(data.owed)} ${data.asset}`}</Amount>}
      href="#/pages/Apply/loanApply"
    />
  );
}
