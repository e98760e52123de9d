import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import type { LoanState } from '#protocol/loans/entities.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { stateLabels } from './loan-labels.ts';
import { LoanList } from './loan-list.tsx';

/** What the address of the records says. */
export interface RecordsSearch {
  readonly state?: LoanState;
}

const listed: readonly LoanState[] = ['running', 'under-review', 'selling', 'repaid', 'refused', 'written-off'];

/** All own loans, by where they stand. */
export function LoanRecordsScreen({ state }: RecordsSearch) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const items = [
    { id: 'all' as const, label: t`All` },
    ...listed.map((id) => ({ id, label: i18n._(stateLabels[id].name) })),
  ];
  return (
    <Page
      title={t`Loan records`}
      actions={
        <IconButton icon={CircleHelp} label={t`How loans work`} href="#/pages/loanDescription/loanDescription" />
      }
      under={
        <Chips<LoanState | 'all'>
          label={t`State`}
          items={items}
          value={state ?? 'all'}
          onChange={(next) =>
            void navigate({
              to: '/pages/loan/loanRecords',
              search: next === 'all' ? {} : { state: next },
              replace: true,
            })
          }
        />
      }
    >
      <LoanList
        label={t`Loan records`}
        state={state ?? null}
        empty={state === undefined ? <Trans>No loans yet</Trans> : <Trans>No loans in this state</Trans>}
      />
    </Page>
  );
}
