import { useLingui } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MerchantDeposit } from '#protocol/p2p/entities/collection-methods.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import type { Submit } from '#app/features/outcomes/use-submit.ts';
import css from './deposit.module.css';

interface DepositConfirmProps {
  readonly open: boolean;
  readonly submit: Pick<Submit<MerchantDeposit, MerchantDeposit>, 'busy' | 'waiting' | 'held' | 'error'>;
  readonly title: string;
  /** With its coin. */
  readonly amount: string;
  readonly items: readonly KeyValueItem[];
  /** Verb and amount. */
  readonly label: string;
  /** What happens then. */
  readonly children: ReactNode;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

/** Everything a payment or a refund of the deposit means, before it is sent. */
export function DepositConfirm(props: DepositConfirmProps) {
  const { t } = useLingui();
  const { open, submit, title, amount, items, label, children, onClose, onSend } = props;
  const failure = useFailureText(submit.error);
  const reachable = useReachable();
  const practice = usePracticeMode() === true;
  return (
    <ConfirmSheet
      open={open}
      onClose={() => {
        if (!submit.waiting) onClose();
      }}
      title={title}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        busy: submit.busy,
        label,
        disabledReason: reachable ? undefined : t`No connection. Send it when you are back online.`,
        ...(practice ? { detail: t`practice` } : {}),
      }}
      onSend={onSend}
    >
      <Headline leading={<IconTile icon={ShieldCheck} tone="accent" large />} amount={amount}>
        {title}
      </Headline>
      <FactsCard items={items} />
      <p className={css['note']}>{children}</p>
    </ConfirmSheet>
  );
}
