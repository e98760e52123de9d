import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { ppmText } from './amounts.ts';
import { buyMutation } from './mutations.ts';

const calls = ['POST finPeriodicOrderAdd'] as const;

interface BuyButtonProps {
  readonly product: FixedProduct;
  readonly amount: string;
  /** Why it cannot be sent. */
  readonly obstacle: string | undefined;
  readonly renews: boolean;
  readonly interest: Decimal;
  readonly endsAt: number;
  readonly onDone: () => void;
}

/** Says what goes in and what comes back; asks once more before it sends. */
export function BuyButton({ product, amount, obstacle, renews, interest, endsAt, onDone }: BuyButtonProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const amountOf = useAmountText();
  const [asking, setAsking] = useState(false);
  const submit = useSubmit(calls, buyMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const { asset, id, version } = product;
  const given = amount === '' ? '0' : amount;
  const shown = amountOf(given, asset);
  const returned = amountOf(addDecimals(given, interest), asset);
  const ends = formatTime(endsAt, 'dayTime');
  const label = isPractice ? t`Lock ${shown} (practice)` : t`Lock ${shown}`;
  const detail = t`Returns ${returned} at ${ends}`;
  const reason = obstacle ?? (isReachable ? undefined : t`No connection. Buy when you are back online.`);
  const send = () =>
    submit.send(
      { product: id, version, amount: given, renews, facts: shown },
      {
        onSuccess: () => {
          setAsking(false);
          toast.show({ type: 'success', title: t`${shown} locked`, detail });
          onDone();
        },
      },
    );
  return (
    <>
      <Button
        kind="primary"
        size="l"
        disabledReason={submit.busy ? undefined : reason}
        detail={<OneLine>{detail}</OneLine>}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <OneLine>{label}</OneLine>
      </Button>
      <ConfirmSheet
        open={asking}
        onClose={() => {
          if (submit.waiting) return;
          submit.reset();
          setAsking(false);
        }}
        title={t`Lock in a fixed term`}
        failure={<SubmitFailure held={submit.held} failure={failure} />}
        send={{ busy: submit.busy, disabledReason: submit.busy ? undefined : reason, label, detail }}
        onSend={send}
      >
        <BuyFacts product={product} amount={shown} interest={interest} ends={ends} renews={renews} />
      </ConfirmSheet>
    </>
  );
}

interface BuyFactsProps extends Pick<BuyButtonProps, 'product' | 'renews' | 'interest'> {
  /** Amount and end as shown. */
  readonly amount: string;
  readonly ends: string;
}

/** What is agreed to. */
function BuyFacts({ product: { asset, exitPpm }, amount, interest, ends, renews }: BuyFactsProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  return (
    <Stack inset gap={3}>
      <FactsCard
        items={[
          { id: 'amount', key: t`Amount`, value: amount },
          { id: 'interest', key: t`Interest to the end`, value: amountOf(interest, asset) },
          { id: 'ends', key: t`Ends`, value: ends },
          { id: 'cost', key: t`Leaving early costs`, value: t`${ppmText(BigInt(exitPpm))} of the interest earned` },
          { id: 'renews', key: t`At the end`, value: renews ? t`renews` : t`to your spot wallet` },
        ]}
      />
    </Stack>
  );
}
