import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { laterPart } from '#app/features/shell/later-part.tsx';
import css from './voucher-section.module.css';

/** Fetched when the sheet opens: most deposits need none, and images bring their own code. */
const VoucherForm = laterPart(() => import('./voucher-form.tsx'), 'VoucherForm');

/** On a chain that is not watched the user declares the payment, and customer service credits it. */
export function VoucherSection({ chain }: { chain: ChainOfCoin }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { name } = chain;
  return (
    <Section title={t`After you pay`}>
      <Stack gap={3}>
        <p className={css['note']}>
          <Trans>
            Deposits on {name} are not detected automatically. Send the transaction hash and a picture of your payment;
            it is credited after a review.
          </Trans>
        </p>
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Trans>Add proof of payment</Trans>
        </Button>
      </Stack>
      <Sheet open={open} onClose={() => setOpen(false)} title={t`Proof of payment`}>
        {open && (
          <Suspense fallback={<SkeletonRow count={3} leading={false} />}>
            <VoucherForm chain={chain} onSent={() => setOpen(false)} />
          </Suspense>
        )}
      </Sheet>
    </Section>
  );
}
