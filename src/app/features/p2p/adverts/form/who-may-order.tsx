import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import type { AdvertForm } from './form-state.ts';
import css from './advertise.module.css';

const days = ['0', '7', '30', '90'] as const;
const orders = ['0', '1', '5', '20'] as const;

interface WhoMayOrderProps {
  readonly form: AdvertForm;
  readonly change: (change: Partial<AdvertForm>) => void;
}

/** The conditions on the other side, in a sheet; the row says them. */
export function WhoMayOrder({ form, change }: WhoMayOrderProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { verifiedDays, finishedOrders } = form;
  return (
    <>
      <div className={css['row']}>
        <ListRow
          light
          height={56}
          title={t`Who may order`}
          value={<Conditions verifiedDays={verifiedDays} finishedOrders={finishedOrders} />}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Who may order`}>
        <div className={css['chips']}>
          <p className={css['heading']}>
            <Trans>Verified for at least (days)</Trans>
          </p>
          <Chips
            label={t`Verified for at least (days)`}
            inset
            items={days.map((id) => ({ id, label: id }))}
            value={days.find((each) => each === String(verifiedDays)) ?? null}
            onChange={(next) => change({ verifiedDays: Number(next) })}
          />
          <p className={css['heading']}>
            <Trans>Finished orders in 30 days, at least</Trans>
          </p>
          <Chips
            label={t`Finished orders in 30 days, at least`}
            inset
            items={orders.map((id) => ({ id, label: id }))}
            value={orders.find((each) => each === String(finishedOrders)) ?? null}
            onChange={(next) => change({ finishedOrders: Number(next) })}
          />
        </div>
      </Sheet>
    </>
  );
}

/** The conditions in words: `Verified 30 days, 5+ orders`. */
export function Conditions({ verifiedDays, finishedOrders }: Pick<AdvertForm, 'verifiedDays' | 'finishedOrders'>) {
  const { t } = useLingui();
  const parts = [
    ...(verifiedDays > 0 ? [t`verified ${verifiedDays} days`] : []),
    ...(finishedOrders > 0 ? [t`${finishedOrders}+ orders`] : []),
  ];
  return parts.length === 0 ? t`Everybody verified` : parts.join(', ');
}
