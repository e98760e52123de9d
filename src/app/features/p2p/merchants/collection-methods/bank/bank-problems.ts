import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import {
  type AccountKind,
  bankForms,
  bankNumberFields,
  type BankNumberField,
  bankNumberOf,
  type BankRegion,
} from '#protocol/p2p/bank-accounts/forms.ts';
import type { BankAccount, BankFault } from '#protocol/p2p/bank-accounts/rules.ts';
import { useBankTexts } from './bank-fault-text.ts';

/** The checks with the registry of IBANs, which the form does not need to be drawn: they are fetched behind it. */
const fetchBankRules = () => import('#protocol/p2p/bank-accounts/rules.ts');

/** What the form holds of a bank account. */
export interface BankValues extends Readonly<Record<BankNumberField, string>> {
  readonly region: BankRegion;
  readonly kind: string;
}

type BankErrors = Partial<Record<BankNumberField, string>>;

/** The kind of account that is chosen: the first of the region until another one is; null where it has none. */
export function chosenKind({ region, kind }: Pick<BankValues, 'region' | 'kind'>): AccountKind | null {
  const { kinds } = bankForms[region];
  return kinds?.find((one) => one === kind) ?? kinds?.[0] ?? null;
}

/** Reads the numbers of a bank account, and says what is wrong with them; the exchange's own answers too. */
export function useBankProblems() {
  const { t } = useLingui();
  const texts = useBankTexts();
  useEffect(() => {
    // Awaited when the form is sent, and asked for again then if they did not come.
    fetchBankRules().catch(() => undefined);
  }, []);
  const said = (region: BankRegion, field: BankNumberField, fault: BankFault) =>
    texts.fault(bankNumberOf(region, field)?.is ?? 'account', fault);
  return {
    /** @throws when the rules cannot be fetched */
    async read(values: BankValues): Promise<{ account: BankAccount; errors: BankErrors }> {
      const { readBankAccount } = await fetchBankRules();
      const { region } = values;
      const typed = (field: BankNumberField) => (bankNumberOf(region, field) === null ? null : values[field]);
      const numbers = { account: typed('account'), bankCode: typed('bankCode'), branchCode: typed('branchCode') };
      const { account, faults } = readBankAccount({ ...numbers, region, kind: chosenKind(values) });
      const errors: BankErrors = {};
      for (const field of bankNumberFields) {
        const fault = faults[field];
        if (fault !== undefined) errors[field] = said(region, field, fault);
      }
      return { account, errors };
    },
    /** @param data what came with the refusal of an account: the field, and what is wrong with it */
    refused(region: BankRegion, data: unknown): BankErrors {
      const fault = data as ({ field?: string } & Partial<BankFault>) | null;
      const field = bankNumberFields.find((one) => one === fault?.field) ?? 'account';
      if (fault?.why !== undefined) return { [field]: said(region, field, fault as BankFault) };
      return { [field]: t`This account cannot be right. Compare it with what your bank gave you.` };
    },
  };
}
