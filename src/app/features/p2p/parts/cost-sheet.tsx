import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { ConfirmSheet, type ConfirmSheetProps } from '#app/ui/overlays/ConfirmSheet.tsx';
import type { CostQuestion } from './cost-question.ts';

interface CostSheetProps extends Pick<ConfirmSheetProps, 'onClose' | 'failure' | 'onSend'> {
  /** Null: nothing is asked. */
  readonly question: CostQuestion | null;
  readonly busy: boolean;
  readonly label: ReactNode;
  readonly practice: boolean;
}

/** Asks a buyer with two cancellations today before another order is risked: what it costs when it fails too. */
export function CostSheet({ question, busy, label, practice, ...sheet }: CostSheetProps) {
  const { t } = useLingui();
  const cost = question?.cost ?? null;
  return (
    <ConfirmSheet
      {...sheet}
      open={question !== null}
      title={<Trans>Two cancellations today</Trans>}
      send={{ kind: 'danger', busy, label, ...(practice ? { detail: t`(practice)` } : {}) }}
    >
      <Stack inset gap={3}>
        <p>
          <Trans>Two of your orders were cancelled or not paid in time today (UTC+8).</Trans>
        </p>
        <Banner tone="warn" inset live>
          {cost === null ? (
            <Trans>
              If you cancel this one or do not pay it in time, you cannot take another order until tomorrow.
            </Trans>
          ) : (
            <Trans>
              If you cancel this one or do not pay it in time, it costs {cost} of your merchant deposit, which the
              seller gets.
            </Trans>
          )}
        </Banner>
      </Stack>
    </ConfirmSheet>
  );
}
