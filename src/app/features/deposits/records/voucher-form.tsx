import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { codes } from '#protocol/core/codes.ts';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { transactionHashMaxLength } from '#protocol/core/limits.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { HeldBanner } from '#app/features/outcomes/held-banner.tsx';
import { useHeldOutcome } from '#app/features/outcomes/held-outcome.ts';
import { coinText } from '../chain-labels.ts';
import { voucherMutation } from '../mutations.ts';
import { VoucherPicture } from './voucher-picture.tsx';
import css from './voucher-section.module.css';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const voucherCalls = ['POST recharge'] as const;

type Field = 'amount' | 'hash' | 'picture';

const fieldOfCode = new Map<number, Field>([
  [codes.enterAmount, 'amount'],
  [codes.belowMinimumPurchase, 'amount'],
  [codes.uploadPhotos, 'picture'],
  [codes.depositAlreadyApplied, 'hash'],
]);

/** Digits behind the point an amount is typed with: as many as any chain counts. */
const places = 8;

interface Draft {
  readonly amount: string;
  readonly hash: string;
  readonly picture: string | null;
}

/** Message of what the exchange would refuse. */
function useMissing(chain: ChainOfCoin, { amount, hash, picture }: Draft): Partial<Record<Field, string>> {
  const { t } = useLingui();
  const { asset, depositMinimum } = chain;
  const minimum = coinText(depositMinimum, asset);
  const found: Partial<Record<Field, string>> = {};
  if (amount === '' || compareDecimals(amount, '0') <= 0) found.amount = t`Enter an amount.`;
  else if (compareDecimals(amount, depositMinimum) < 0) found.amount = t`The minimum deposit is ${minimum}.`;
  if (hash.trim() === '') found.hash = t`Enter the transaction hash.`;
  if (picture === null) found.picture = t`Add a picture of the payment.`;
  return found;
}

/** The draft of a voucher, what is wrong with it, and its sending. */
function useVoucher(chain: ChainOfCoin, onSent: () => void) {
  const { t } = useLingui();
  const { asset } = chain;
  const send = useMutation(voucherMutation(useQueryClient()));
  const message = useFailureText(send.error);
  const held = useHeldOutcome(voucherCalls, ({ asked }) => 'voucher' in asked);
  const [texts, setTexts] = useKeptState(`voucher.${asset}`, { amount: '', hash: '' });
  const [picture, setPicture] = useState<string | null>(null);
  const draft: Draft = { ...texts, picture };
  const [tried, setTried] = useState(false);
  const missing = useMissing(chain, draft);
  const field = send.error instanceof ApiRefusal ? fieldOfCode.get(send.error.code) : undefined;
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    draft,
    held,
    busy: send.isPending || held !== null,
    message,
    /** Shown above the button: a refusal that is not about a field. */
    failure: field === undefined ? message : null,
    errorOf: (of: Field) => (tried && missing[of] !== undefined ? missing[of] : field === of ? message : undefined),
    change: ({ picture: chosen, ...part }: Partial<Draft>) => {
      send.reset();
      setTexts((before) => ({ ...before, ...part }));
      if (chosen !== undefined) setPicture(chosen);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (send.isPending || held !== null) return;
      setTried(true);
      send.reset();
      const { amount, hash } = draft;
      if (picture === null || Object.keys(missing).length > 0) {
        focusFirstInvalid(form);
        return;
      }
      send.mutate(
        { chain: chain.chain, asset, amount, hash: hash.trim(), voucher: picture },
        {
          onSuccess: () => {
            toast.show({
              type: 'success',
              title: t`Proof of payment sent`,
              detail: t`Customer service is reviewing it.`,
            });
            onSent();
          },
        },
      );
    },
  };
}

/** What customer service needs to find a payment: how much, its hash, a picture of it. */
export function VoucherForm({ chain, onSent }: { chain: ChainOfCoin; onSent: () => void }) {
  const { t } = useLingui();
  const { asset } = chain;
  const { decimals } = useCoinFacts()(asset);
  const reachable = useReachable();
  const { form, draft, held, busy, message, failure, errorOf, change, submit } = useVoucher(chain, onSent);
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={4} inset>
        <NumberField
          label={t`Amount (${asset})`}
          value={draft.amount}
          places={Math.max(decimals, places)}
          error={errorOf('amount')}
          onChange={(amount) => change({ amount })}
        />
        <TextField
          kind="address"
          label={t`Transaction hash`}
          value={draft.hash}
          rows={2}
          limit={transactionHashMaxLength}
          autoCapitalize="none"
          required
          error={errorOf('hash')}
          hint={t`Your wallet app shows it with the payment.`}
          onChange={(hash) => change({ hash })}
        />
        <VoucherPicture error={errorOf('picture') ?? undefined} onChange={(picture) => change({ picture })} />
        {failure !== null && (
          <Banner tone="danger" inset>
            {failure}
          </Banner>
        )}
        <LiveRegion urgent>{message}</LiveRegion>
        <HeldBanner held={held} />
        <div className={css['send']}>
          <SubmitButton
            busy={busy}
            busyLabel={t`Sending…`}
            disabledReason={reachable ? undefined : <Trans>No connection now.</Trans>}
          >
            <Trans>Send proof of payment</Trans>
          </SubmitButton>
        </div>
      </Stack>
    </form>
  );
}
