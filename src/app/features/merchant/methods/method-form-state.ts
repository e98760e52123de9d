import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import type { CallInput } from '../../../../protocol/calls.ts';
import { codes } from '../../../../protocol/codes.ts';
import { isCollectionAccount } from '../../../../protocol/collection-account.ts';
import type { CollectionMethod } from '../../../../protocol/entities/fiat-account.ts';
import type { PaymentMethod } from '../../../../protocol/fiat.ts';
import { ApiRefusal } from '../../../platform/api/api.ts';
import { focusFirstInvalid } from '../../../ui/controls/focus-first-invalid.ts';
import { methodsQuery } from '../queries.ts';
import { useAddMethod } from './mutations.ts';
import { qrProblem } from './qr-field.tsx';
import { useQrUpload } from './qr-scan.ts';

export type MethodField = 'holder' | 'account' | 'bank';
type Errors = Partial<Record<MethodField, string | undefined>>;

/**
 * The fields of a new account, what is wrong with them, and their sending.
 *
 * @param form where the first wrong field is looked for, to lead there
 */
export function useMethodForm(
  method: PaymentMethod,
  form: RefObject<HTMLFormElement | null>,
  onAdded: (added: CollectionMethod) => void,
) {
  const { t } = useLingui();
  const known = useQuery(methodsQuery).data?.list[0]?.holder ?? '';
  const [typed, setTyped] = useState<{ holder?: string; account: string; bank: string; branch: string }>({
    account: '',
    bank: '',
    branch: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const qr = useQrUpload();
  const add = useAddMethod();
  const problems = useProblems(method);
  // Accounts are all in one name: after the first it is known.
  const values = { ...typed, holder: typed.holder ?? known };
  const account = values.account.trim();
  const qrWaits = qr.scan.is === 'reading' || (qr.scan.is === 'read' && qr.upload.state.is !== 'kept');
  const qrIsWrong = method !== 'bank' && qrProblem({ method, account, qr }) !== null;

  const refuse = (error: unknown) => {
    const refused = problems.refused(error);
    if (refused === null) setRefusal(error);
    else setErrors(refused);
    focusFirstInvalid(form);
  };
  const input = (): CallInput<'POST cnyPayAdd'> => {
    const { holder, bank, branch } = values;
    if (method === 'bank') return { method, holder: holder.trim(), account, bank: bank.trim(), branch: branch.trim() };
    const { state } = qr.upload;
    return { method, holder: holder.trim(), account, qr: state.is === 'kept' ? state.id : null };
  };
  return {
    values,
    errors,
    refusal,
    qr,
    account,
    busy: add.isPending,
    blocked: qrIsWrong ? t`Replace or remove the QR picture.` : qrWaits ? t`The QR picture is still on its way.` : null,
    change: (field: MethodField | 'branch', value: string) => {
      setTyped((before) => ({ ...before, [field]: value }));
      setErrors((before) => (field in before ? { ...before, [field]: undefined } : before));
      setRefusal(null);
    },
    send: (event: FormEvent) => {
      event.preventDefault();
      if (add.isPending || qrWaits || qrIsWrong) return;
      const found = problems.found({ ...values, account });
      setErrors(found);
      setRefusal(null);
      if (Object.keys(found).length > 0) focusFirstInvalid(form);
      else add.mutate(input(), { onSuccess: onAdded, onError: refuse });
    },
  };
}

/** What is wrong with the fields, as they are typed and as the exchange answers. */
function useProblems(method: PaymentMethod) {
  const { t } = useLingui();
  const accountHint = () =>
    ({
      alipay: t`Enter the phone number or email of your Alipay account.`,
      wechat: t`Enter your WeChat ID: 5 to 64 letters, digits, - or _.`,
      bank: t`This card number cannot be right. Check each digit.`,
      paypal: t`Enter the email of your PayPal account.`,
    })[method];
  return {
    found: ({ holder, account, bank }: Record<MethodField, string>): Errors => ({
      ...(holder.trim() === '' ? { holder: t`Enter your name as the account has it.` } : {}),
      ...(isCollectionAccount(method, account) ? {} : { account: accountHint() }),
      ...(method === 'bank' && bank.trim() === '' ? { bank: t`Enter the name of the bank.` } : {}),
    }),
    /** Null when the refusal is about no field. */
    refused(error: unknown): Errors | null {
      const { code } = error instanceof ApiRefusal ? error : { code: null };
      switch (code) {
        case codes.enterName:
          return { holder: t`This is not your verified name. Accounts of others are not accepted.` };
        case codes.enterAccount:
          return { account: accountHint() };
        case codes.enterAddress:
          return { bank: t`Enter the name of the bank.` };
        case codes.receivingAccountExists:
        case codes.bankCardExists:
          return { account: t`You added this account before.` };
        default:
          return null;
      }
    },
  };
}

export type MethodForm = ReturnType<typeof useMethodForm>;
