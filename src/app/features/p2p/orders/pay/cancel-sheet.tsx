import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { costQuestionOf } from '#app/features/p2p/parts/cost-question.ts';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { cancelMutation } from '../mutations.ts';
import { moneyOf } from '../order-texts.ts';
import { cancelTermsQuery } from '../queries.ts';

interface CancelSheetProps {
  order: P2pOrder;
  open: boolean;
  onClose: () => void;
}

const calls = ['POST tradeCancel'] as const;

function costOf(terms: CallOutput<'GET tradeCancelPre'> | undefined): string | null {
  return terms === undefined || terms.penalty === null ? null : formatCoins(terms.penalty, terms.asset);
}

/** Cancelling as the buyer: who says not to have paid, with what the third one of a day costs. */
export function CancelSheet({ order, open, onClose }: CancelSheetProps) {
  const { t } = useLingui();
  const [notPaid, setNotPaid] = useState(false);
  const terms = useQuery({ ...cancelTermsQuery(order.id), enabled: open, meta: { quiet: true } });
  const submit = useSubmit(calls, cancelMutation(useQueryClient()), ({ asked }) => asked['id'] === order.id);
  const asked = costQuestionOf(submit.error)?.cost ?? null;
  const cost = asked ?? costOf(terms.data);
  const failure = useFailureText(asked === null ? submit.error : null);
  const reachable = useReachable();
  const practice = usePracticeMode();
  const { coins } = moneyOf(order);
  const close = () => {
    setNotPaid(false);
    submit.reset();
    onClose();
  };
  const reason = !reachable ? t`No connection now.` : notPaid ? undefined : t`Confirm that you have not paid.`;
  return (
    <ConfirmSheet
      open={open}
      onClose={close}
      title={<Trans>Cancel the order?</Trans>}
      failure={<SubmitFailure held={submit.held} failure={failure} />}
      send={{
        kind: 'danger',
        busy: submit.waiting,
        disabled: submit.held !== null || terms.isPending,
        disabledReason: reason,
        label: cost === null ? <Trans>Cancel order</Trans> : <Trans>Cancel and lose {cost}</Trans>,
        ...(practice === true ? { detail: t`(practice)` } : {}),
      }}
      onSend={() => submit.send({ id: order.id, confirmed: cost !== null }, { onSuccess: close })}
    >
      <Stack inset gap={3}>
        <p>
          <Trans>The seller gets the {coins} back. Never cancel after paying: you would lose your money.</Trans>
        </p>
        {terms.isPending && terms.fetchStatus !== 'idle' && <Skeleton height="44px" />}
        <CancelTerms terms={terms.data} cost={cost} />
        <CheckBox checked={notPaid} onChange={setNotPaid}>
          <Trans>I have not paid</Trans>
        </CheckBox>
      </Stack>
    </ConfirmSheet>
  );
}

function CancelTerms({ terms, cost }: { terms: CallOutput<'GET tradeCancelPre'> | undefined; cost: string | null }) {
  if (cost !== null) {
    return (
      <Banner tone="warn" inset live>
        <Trans>
          Two of your orders were cancelled or not paid today. This one costs {cost} of your merchant deposit, which the
          seller gets.
        </Trans>
      </Banner>
    );
  }
  if (terms === undefined) return null;
  return (
    <Banner inset>
      {!terms.counts ? (
        <Trans>Cancelling this order does not count against you.</Trans>
      ) : terms.free === 0 ? (
        <Trans>
          Two of your orders were cancelled or not paid today. After this one you cannot take another until tomorrow.
        </Trans>
      ) : terms.free === 1 ? (
        <Trans>This is the last cancellation without a consequence today.</Trans>
      ) : (
        <Trans>Two cancellations a day have no consequence.</Trans>
      )}
    </Banner>
  );
}
