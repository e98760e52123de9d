import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { P2pOrder, P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { appealTextMaxLength, appealTextMinLength } from '#protocol/p2p/currencies.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { OrderFrame } from '../order-frame.tsx';
import { OrderPage } from '../order-page.tsx';
import css from '../order.module.css';
import { ProofPart } from '../proofs/proof-part.tsx';
import { type AppealReason, useAppeal, useDisabledReason } from './use-appeal.ts';

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
function Elsewhere({ order }: { order: P2pOrder }) {
  const router = useRouter();
  const href = orderHref(order);
  useEffect(() => router.history.replace(href), [router, href]);
  return null;
}

function AppealForm({ detail, why }: { detail: P2pOrderDetail; why: AppealReason | undefined }) {
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
      kind="text"
      ref={field}
      label={t`What happened`}
      value={appeal.text}
      rows={5}
      limit={appealTextMaxLength}
      autoCapitalize="sentences"
      spellCheck
      required
      hint={t`At least ${appealTextMinLength} characters`}
      error={isTried && appeal.isTooShort ? t`Write at least ${appealTextMinLength} characters.` : undefined}
      onChange={appeal.change}
    />
  );
}
