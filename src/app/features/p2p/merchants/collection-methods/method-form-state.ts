import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { type BankNumberField, isBankRegion } from '#protocol/p2p/bank-accounts/forms.ts';
import type { CallInput } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { isCollectionAccount } from '#protocol/p2p/collection-account.ts';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { language } from '#app/platform/language/language.ts';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { methodsQuery } from '../queries.ts';
import { type BankValues, useBankProblems } from './bank/bank-problems.ts';
import { likelyRegion } from './bank/likely-region.ts';
import { useAddMethod } from './mutations.ts';
import { qrProblem } from './qr-field.tsx';
import { useQrUpload } from './qr-scan.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

type MethodField = BankNumberField | 'holder' | 'bank' | 'branch' | 'region' | 'kind';
type Errors = Partial<Record<MethodField, string | undefined>>;
type Input = CallInput<'POST cnyPayAdd'>;

interface Values extends BankValues {
  readonly holder: string;
  readonly bank: string;
  readonly branch: string;
}

/** What is typed: null is what the form says by itself. */
const nothingTyped = {
  holder: null as string | null,
  region: null as string | null,
  account: '',
  bankCode: '',
  branchCode: '',
  kind: '',
  bank: '',
  branch: '',
};

function useValues(method: PaymentMethod) {
  const known = useQuery(methodsQuery).data?.list[0]?.holder ?? '';
  const [typed, setTyped] = useKeptState(`collection.${method}`, nothingTyped);
  const [likely] = useState(() => likelyRegion(navigator.languages, language.get()));
  const values: Values = {
    ...typed,
    // Accounts are all in one name: after the first it is known.
    holder: typed.holder ?? known,
    region: isBankRegion(typed.region) ? typed.region : likely,
  };
  return { values, setTyped };
}

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
  const { values, setTyped } = useValues(method);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [reading, setReading] = useState(false);
  const qr = useQrUpload();
  const add = useAddMethod();
  const problems = useProblems(method);
  const account = values.account.trim();
  const qrWaits = qr.scan.is === 'reading' || (qr.scan.is === 'read' && qr.upload.state.is !== 'kept');
  const qrIsWrong = method !== 'bank' && qrProblem({ method, account, qr }) !== null;

  const refuse = (error: unknown) => {
    const refused = problems.refused(values, error);
    if (refused === null) setRefusal(error);
    else setErrors(refused);
    focusFirstInvalid(form);
  };
  const send = async () => {
    setReading(true);
    setRefusal(null);
    try {
      const { state } = qr.upload;
      const { input, errors: found } = await problems.read(values, state.is === 'kept' ? state.id : null);
      setErrors(found);
      if (Object.keys(found).length > 0) focusFirstInvalid(form);
      else add.mutate(input, { onSuccess: onAdded, onError: refuse });
    } catch (error) {
      setRefusal(error);
    } finally {
      setReading(false);
    }
  };
  const busy = add.isPending || reading;
  return {
    values,
    errors,
    refusal,
    qr,
    account,
    busy,
    blocked: qrIsWrong ? t`Replace or remove the QR picture.` : qrWaits ? t`The QR picture is still on its way.` : null,
    change: (field: MethodField, value: string) => {
      setTyped((before) => ({ ...before, [field]: value }));
      // Another region has other numbers.
      setErrors((before) => (field === 'region' ? {} : { ...before, [field]: undefined }));
      setRefusal(null);
    },
    send: (event: FormEvent) => {
      event.preventDefault();
      if (!busy && !qrWaits && !qrIsWrong) void send();
    },
  };
}

/** What is wrong with the fields, as they are typed and as the exchange answers. */
function useProblems(method: PaymentMethod) {
  const { t } = useLingui();
  const ofBank = useBankProblems();
  const accountHint = (wallet: Exclude<PaymentMethod, 'bank'>) =>
    ({
      alipay: t`Enter the phone number or email of your Alipay account.`,
      wechat: t`Enter your WeChat ID: 5 to 64 letters, digits, - or _.`,
      paypal: t`Enter the email of your PayPal account.`,
    })[wallet];
  const bankMissing = () => t`Enter the name of the bank.`;
  return {
    /** What is sent, and what is wrong with it. @throws when the rules of banks cannot be fetched */
    async read(values: Values, qr: string | null): Promise<{ input: Input; errors: Errors }> {
      const holder = values.holder.trim();
      const nameless: Errors = holder === '' ? { holder: t`Enter your name as the account has it.` } : {};
      if (method !== 'bank') {
        const account = values.account.trim();
        const wrong: Errors = isCollectionAccount(method, account) ? {} : { account: accountHint(method) };
        return { input: { method, holder, account, qr }, errors: { ...nameless, ...wrong } };
      }
      const [bank, branch] = [values.bank.trim(), values.branch.trim()];
      const { account, errors } = await ofBank.read(values);
      const unnamed: Errors = bank === '' ? { bank: bankMissing() } : {};
      return { input: { method, holder, bank, branch, ...account }, errors: { ...nameless, ...unnamed, ...errors } };
    },
    /** Null when the refusal is about no field. */
    refused({ region }: Values, error: unknown): Errors | null {
      const { code, data } = error instanceof ApiRefusal ? error : { code: null, data: null };
      switch (code) {
        case codes.enterName:
          return { holder: t`This is not your verified name. Accounts of others are not accepted.` };
        case codes.enterAccount:
          return method === 'bank' ? ofBank.refused(region, data) : { account: accountHint(method) };
        case codes.enterAddress:
          return { bank: bankMissing() };
        case codes.chooseArea:
          return { region: t`Accounts of this country cannot be added yet.` };
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
