import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import { typedAs } from '#protocol/core/text/typed-text.ts';
import type { AccountDraft } from './drafts.ts';
import { type Problem, emailProblem, phoneProblem } from './validation.ts';

/** The account of a form as calls name it. */
export function accountName(draft: AccountDraft, country: string): AccountName {
  return draft.by === 'email'
    ? { by: 'email', email: typedAs('email', draft.email) }
    : { by: 'phone', country, phone: typedAs('phone', draft.phone) };
}

/** What is wrong with the account of a form, or null. */
export function accountProblem(draft: AccountDraft, country: string): Problem | null {
  return draft.by === 'email' ? emailProblem(draft.email) : phoneProblem(country, draft.phone);
}

/** The account in one text, the same however it is written. */
export function accountKey(account: AccountName): string {
  return account.by === 'email'
    ? account.email.trim().toLowerCase()
    : `${account.country} ${account.phone.replaceAll(/\D/g, '')}`;
}
