import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { FiatOrder, FiatOrderDetail } from '../../../../../protocol/entities/fiat-trade.ts';
import { appealTextMaxLength, appealTextMinLength } from '../../../../../protocol/fiat.ts';
import { plainText } from '../../../../../protocol/text/plain-text.ts';
import { useFailureText } from '../../../../platform/api/refusal-text.ts';
import { formatTime } from '../../../../platform/format/time-format.ts';
import { useReachable } from '../../../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { useServerNow } from '../../../../platform/stream/stream-hooks.ts';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { TextField } from '../../../../ui/controls/TextField.tsx';
import { FailureBanner } from '../../../../ui/layout/FailureBanner.tsx';
import { Stack } from '../../../../ui/layout/Section.tsx';
import { SkeletonRow } from '../../../../ui/layout/Skeleton.tsx';
import { toast } from '../../../../ui/overlays/toast.ts';
import { useDraft } from '../../../support/drafts.ts';
import { orderHref } from '../../parts/order-href.ts';
import { appealMutation } from '../mutations.ts';
import { OrderFrame } from '../order-frame.tsx';
import { OrderPage } from '../order-page.tsx';
import css from '../order.module.css';
import { moneyOf } from '../order-texts.ts';
import { ProofPart } from '../proofs/proof-part.tsx';
import { bankName } from '../verified-name.tsx';

/** What the seller found, where the address says it: the first words of the appeal. */
export type AppealReason = 'name' | 'amount';

/** Appeals, or adds a statement and pictures to an appeal. */
export function AppealScreen({ id, why }: { id: string | undefined; why?: AppealReason | undefined }) {
  return (
    <OrderFrame id={id}>
      {(detail) =>
        detail.order.state === 'paid' || detail.order.state === 'appeal' ? (
          <AppealForm key={detail.order.id} detail={detail} why={why} />
        ) : (
          <Elsewhere order={detail.order} />
        )
      }
    </OrderFrame>
  );
}

/** There is nothing to appeal: the order is shown where it belongs. */
function Elsewhere({ order }: { order: FiatOrder }) {
  const router = useRouter();
  const href = orderHref(order);
  useEffect(() => router.history.replace(href), [router, href]);
  return null;
}

/** What an appeal begins with, by what the seller found. */
function useBeginning({ order, buyerName }: FiatOrderDetail, why: AppealReason | undefined): string {
  const { t } = useLingui();
  const name = bankName(buyerName);
  const { amount } = moneyOf(order);
  if (why === 'name') return t`The payment did not come from ${name} but from:` + ' ';
  if (why === 'amount') return t`I did not receive ${amount} but:` + ' ';
  return '';
}

/** Sends a statement once, and goes to the order. */
function useAppeal(detail: FiatOrderDetail, why: AppealReason | undefined) {
  const { t } = useLingui();
  const router = useRouter();
  const { order } = detail;
  const kept = useDraft(`appeal-${order.id}`);
  const send = useMutation(appealMutation(useQueryClient()));
  const beginning = useBeginning(detail, why);
  const typed = kept.draft?.text ?? '';
  const text = typed === '' ? beginning : typed;
  const cleaned = plainText(text, 'lines');
  const isAppeal = order.state === 'appeal';
  return {
    text,
    isLoading: kept.draft === null,
    isTooShort: Array.from(cleaned).length < appealTextMinLength,
    busy: send.isPending,
    failure: useFailureText(send.error),
    change: (next: string) => {
      send.reset();
      kept.change({ text: next });
    },
    send: () => {
      if (send.isPending) return;
      send.mutate(
        { id: order.id, text: cleaned },
        {
          onSuccess: async (changed) => {
            await kept.clear().catch(() => undefined);
            toast.show({ type: 'success', title: isAppeal ? t`Statement added` : t`Appeal opened` });
            router.history.replace(orderHref(changed));
          },
        },
      );
    },
  };
}

/** Why nothing can be sent now. */
function useDisabledReason(order: FiatOrder): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  const now = useServerNow();
  const opensAt = order.appealFrom ?? 0;
  const at = formatTime(opensAt, 'time');
  if (!reachable) return t`No connection now.`;
  return order.state !== 'appeal' && now < opensAt ? t`You can appeal from ${at}.` : undefined;
}

function AppealForm({ detail, why }: { detail: FiatOrderDetail; why: AppealReason | undefined }) {
  const { t } = useLingui();
  const form = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [isTried, setTried] = useState(false);
  const appeal = useAppeal(detail, why);
  const practice = usePracticeMode();
  const isAppeal = detail.order.state === 'appeal';
  const reason = useDisabledReason(detail.order);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (appeal.isTooShort) field.current?.focus();
    else if (reason === undefined) appeal.send();
  };
  return (
    <OrderPage
      detail={detail}
      title={isAppeal ? t`Add evidence` : t`Appeal`}
      bottom={
        <>
          <FailureBanner text={appeal.failure} />
          <SubmitButton
            form={form}
            busy={appeal.busy}
            busyLabel={t`Sending…`}
            disabledReason={reason}
            {...(practice === true ? { detail: t`(practice)` } : {})}
          >
            {isAppeal ? <Trans>Send the statement</Trans> : <Trans>Open the appeal</Trans>}
          </SubmitButton>
        </>
      }
    >
      {appeal.isLoading ? (
        <div aria-busy>
          <SkeletonRow count={3} leading={false} />
        </div>
      ) : (
        <form id={form} noValidate onSubmit={onSubmit} className={css['block']}>
          <Stack gap={3}>
            <p>
              <Trans>
                Say what happened, with times and amounts. The other side and the arbiter read it. The coins stay in
                escrow until it is decided.
              </Trans>
            </p>
            <Statement field={field} appeal={appeal} isTried={isTried} />
          </Stack>
          <ProofPart
            detail={detail}
            title={<Trans>Add a picture</Trans>}
            hint={<Trans>The transfer with its number, amount and names</Trans>}
          />
        </form>
      )}
    </OrderPage>
  );
}

interface StatementProps {
  readonly field: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>;
  readonly appeal: ReturnType<typeof useAppeal>;
  readonly isTried: boolean;
}

function Statement({ field, appeal, isTried }: StatementProps) {
  const { t } = useLingui();
  return (
    <TextField
      ref={field}
      label={t`What happened`}
      value={appeal.text}
      rows={5}
      maxLength={appealTextMaxLength}
      autoCapitalize="sentences"
      spellCheck
      required
      hint={t`At least ${appealTextMinLength} characters`}
      error={isTried && appeal.isTooShort ? t`Write at least ${appealTextMinLength} characters.` : undefined}
      onChange={appeal.change}
    />
  );
}
