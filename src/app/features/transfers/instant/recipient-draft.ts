import type { AccountName } from '#protocol/accounts/entities/account-name.ts';
import { typedAs } from '#protocol/core/text/typed-text.ts';
import { observable } from '#app/platform/observable.ts';
import type { Recipient } from '../mutations.ts';
import { keepDraftOverReload } from '#app/platform/storage/form-drafts.ts';

/** How the payer knows the recipient. */
type RecipientBy = 'phone' | 'email' | 'id';

/**
 * What was typed of a recipient, each way for itself. It survives while the country of a phone is chosen on its own
 * page.
 */
interface RecipientDraft {
  readonly by: RecipientBy;
  readonly phone: string;
  readonly email: string;
  readonly id: string;
}

const nothing: RecipientDraft = { by: 'id', phone: '', email: '', id: '' };

export const recipientDraft = observable<RecipientDraft>(nothing);
keepDraftOverReload('payment.recipient', recipientDraft);

export function changeRecipient(change: Partial<RecipientDraft>): void {
  recipientDraft.set({ ...recipientDraft.get(), ...change });
}

/** Forgets the user, and keeps the way in which they were named. */
export function forgetRecipient(): void {
  recipientDraft.set({ ...nothing, by: recipientDraft.get().by });
}

/** The recipient as the call names them. */
export function recipientOf(draft: RecipientDraft, country: string): Recipient {
  if (draft.by === 'id') return { by: 'id', id: typedAs('digits', draft.id) };
  const named: AccountName =
    draft.by === 'email'
      ? { by: 'email', email: typedAs('email', draft.email) }
      : { by: 'phone', country, phone: typedAs('phone', draft.phone) };
  return named;
}

/**
 * The id in what a QR code or the clipboard holds: bare digits, or what this app's own code says.
 *
 * @returns empty when the text holds none
 */
export function idInText(text: string): string {
  return /^(?:dunlin:|ID)?(\d{1,18})$/i.exec(typedAs('digits', text))?.[1] ?? '';
}

/** What the code of a user says. */
export function idAsCode(id: string): string {
  return `dunlin:${id}`;
}
