import { type RefObject, useRef } from 'react';
import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import { useObservable } from '#app/platform/observable.ts';
import { accountName, accountProblem } from './account-name.ts';
import { chosenCountry } from './country-choice.ts';
import { accountDraft, type Draft, useDraft, useForgottenOnLeave } from './drafts.ts';
import { type FieldOfCode, type FormFailures, useFormFailures } from './form-failures.ts';
import type { Problem } from './validation.ts';

/** A form of a visitor: an account, and what the form asks beside it. */
export interface AccountForm<Value extends object, Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failures: FormFailures<Field>;
  readonly draft: Value;
  readonly change: (change: Partial<Value>) => void;
  readonly account: AccountName;
  /** What is wrong with the account, or null. */
  readonly accountProblem: Problem | null;
}

/** What log-in, registration and password reset share. The form's own draft is dropped when it is left. */
export function useAccountForm<Value extends object, Field extends string>(
  own: Draft<Value>,
  fieldOfCode: FieldOfCode<Field>,
): AccountForm<Value, Field> {
  const [accountText] = useDraft(accountDraft);
  const [draft, change] = useDraft(own);
  const country = useObservable(chosenCountry);
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<Field>(form, fieldOfCode);
  useForgottenOnLeave(own);
  return {
    form,
    failures,
    draft,
    change,
    account: accountName(accountText, country),
    accountProblem: accountProblem(accountText, country),
  };
}
