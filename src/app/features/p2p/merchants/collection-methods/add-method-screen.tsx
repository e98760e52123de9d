import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { collectionAccountMaxLength, type PaymentMethod } from '#protocol/p2p/currencies.ts';
import { userNameMaxLength } from '#protocol/core/limits.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Form } from '#app/ui/forms/Form.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { useVerification } from '#app/features/identity/queries.ts';
import { useLeaveTo } from '../leave-to.ts';
import type { ToSearch } from '#app/platform/search-params.ts';
import { addMethodLabels } from './add-labels.ts';
import { BankFields, RegionField } from './bank/bank-fields.tsx';
import { type MethodForm, useMethodForm } from './method-form-state.ts';
import { QrField } from './qr-field.tsx';
import { WhoSees } from './who-sees.tsx';

/** Adds an account that buyers pay into, and leads back to who asked for it. */
export function AddMethodScreen({ method, to }: ToSearch & { readonly method: PaymentMethod }) {
  const { t, i18n } = useLingui();
  const reachable = useReachable();
  const name = i18n._(methodNames[method]);
  const leave = useLeaveTo(to);
  const verification = useVerification().data;
  const box = useRef<HTMLFormElement>(null);
  const form = useMethodForm(method, box, () => {
    toast.show({ type: 'success', title: t`${name} added` });
    leave();
  });
  const failure = useFailureText(form.refusal);
  const id = useId();
  const isVerified = verification === undefined || verification.state === 'verified';
  return (
    <Page
      title={name}
      bottom={
        <SubmitButton
          form={id}
          busy={form.busy}
          busyLabel={t`Saving…`}
          disabledReason={
            !reachable
              ? t`No connection. Save when you are back online.`
              : !isVerified
                ? t`Verify your identity first.`
                : (form.blocked ?? undefined)
          }
        >
          <OneLine>{i18n._(addMethodLabels[method])}</OneLine>
        </SubmitButton>
      }
    >
      <Form ref={box} id={id} onSubmit={form.send}>
        {!isVerified && <NotVerified />}
        <Fields method={method} form={form} verifiedName={verification?.name ?? null} />
        <FailureBanner text={failure} />
        <WhoSees />
      </Form>
    </Page>
  );
}

interface FieldsProps {
  readonly method: PaymentMethod;
  readonly form: MethodForm;
  /** Masked, as the exchange shows it. */
  readonly verifiedName: string | null;
}

function Fields({ method, form, verifiedName }: FieldsProps) {
  const { t } = useLingui();
  const { values, errors, change } = form;
  const accounts = {
    alipay: t`Alipay account (phone or email)`,
    wechat: t`WeChat ID`,
    paypal: t`PayPal email`,
  };
  return (
    <>
      {method === 'bank' && <RegionField form={form} />}
      <TextField
        kind="name"
        label={t`Account holder`}
        name="holder"
        autoComplete="name"
        autoCapitalize="words"
        limit={2 * userNameMaxLength + 1}
        value={values.holder}
        error={errors.holder}
        hint={
          verifiedName === null
            ? t`Your verified name, first or last name first.`
            : t`Your verified name: ${verifiedName}`
        }
        onChange={(value) => change('holder', value)}
      />
      {method === 'bank' ? (
        <BankFields form={form} />
      ) : (
        <>
          <TextField
            kind="account"
            label={accounts[method]}
            name="account"
            type={method === 'paypal' ? 'email' : 'text'}
            autoCapitalize="none"
            limit={collectionAccountMaxLength}
            value={values.account}
            error={errors.account}
            onChange={(value) => change('account', value)}
          />
          <QrField method={method} account={form.account} qr={form.qr} />
        </>
      )}
    </>
  );
}

function NotVerified() {
  const here = encodeURIComponent('/pages/business/payWay');
  return (
    <>
      <Banner inset tone="warn">
        <Trans>Only accounts in your verified name are accepted.</Trans>
      </Banner>
      <Button href={`#/pages/mine/authentication?to=${here}`}>
        <Trans>Verify identity</Trans>
      </Button>
    </>
  );
}
