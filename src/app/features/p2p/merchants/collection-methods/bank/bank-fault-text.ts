import { useLingui } from '@lingui/react/macro';
import type { BankNumber, BankNumberKind } from '#protocol/p2p/bank-accounts/forms.ts';
import type { BankFault } from '#protocol/p2p/bank-accounts/rules.ts';
import { bankNumberNames } from '#app/features/p2p/parts/bank-labels.ts';

/** An account that the registry of IBANs gives as its example, and a code as the Reserve Bank of India writes one. */
const ibanExample = 'DE89 3704 0044 0532 0130 00';
const ifscExample = 'HDFC0000123';

/** Says what a number of an account is like, and what is wrong with one. */
export function useBankTexts() {
  const { t, i18n } = useLingui();
  const ofIban = (fault: BankFault): string | null => {
    switch (fault.why) {
      case 'characters':
        return t`An IBAN has letters from A to Z and digits only.`;
      case 'country':
        return t`An IBAN begins with the two letters of its country, as in ${ibanExample}.`;
      case 'length': {
        const { most, given } = fault;
        const country = 'country' in fault ? fault.country : '';
        return t`An IBAN of ${country} has ${most} characters, not ${given}.`;
      }
      case 'form':
        return t`This IBAN has a letter where its country has a digit, or the other way round.`;
      default:
        return null;
    }
  };
  const lengthText = (field: string, { least, most, given }: { least: number; most: number; given: number }) =>
    least === most
      ? t`${field}: ${least} digits, not ${given}.`
      : t`${field}: ${least} to ${most} digits, not ${given}.`;
  return {
    hint({ is, least, most }: BankNumber): string {
      if (is === 'iban') return t`As in ${ibanExample}`;
      if (is === 'ifsc') return t`As in ${ifscExample}`;
      if (is === 'account' && least === most) return t`${least} digits, with the zeros in front`;
      return least === most ? t`${least} digits` : t`${least} to ${most} digits`;
    },
    fault(is: BankNumberKind, fault: BankFault): string {
      const field = i18n._(bankNumberNames[is]);
      const special = is === 'iban' ? ofIban(fault) : null;
      if (special !== null) return special;
      if (fault.why === 'missing') return t`${field} is missing.`;
      if (is === 'ifsc') return t`An IFSC is four letters, a zero and six letters or digits, as in ${ifscExample}.`;
      if (fault.why === 'characters') return t`${field}: digits only.`;
      if (fault.why === 'length') return lengthText(field, fault);
      if (is === 'card') return t`This card number cannot be right. Check each digit.`;
      return t`${field}: this cannot be right, the check digits do not fit. Compare each digit.`;
    },
  };
}
