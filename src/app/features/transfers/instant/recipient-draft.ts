import type { AccountName } from '../../../../protocol/entities/account-name.ts';
import { observable } from '../../../platform/observable.ts';
import type { Recipient } from '../mutations.ts';

/** How the payer knows the recipient. */
type RecipientBy = 'phone' | 'email' | 'id';

/**
 * What was typed of a recipient, each way for itself. It survives while the country of a phone is chosen on its own
 * page.
 */
export interface RecipientDraft {
  readonly by: RecipientBy;
  readonly phone: string;
  readonly email: string;
  readonly id: string;
}

const nothing: RecipientDraft = { by: 'id', phone: '', email: '', id: '' };

export const recipientDraft = observable<RecipientDraft>(nothing);

export function changeRecipient(change: Partial<RecipientDraft>): void {
  recipientDraft.set({ ...recipientDraft.get(), ...change });
}

/** Forgets the user, and keeps the way in which they were named. */
export function forgetRecipient(): void {
  recipientDraft.set({ ...nothing, by: recipientDraft.get().by });
}

/** The recipient as the call names them. */
export function recipientOf(draft: RecipientDraft, country: string): Recipient {
  if (draft.by === 'id') return { by: 'id', id: draft.id.trim() };
  const named: AccountName =
    draft.by === 'email'
      ? { by: 'email', email: draft.email.trim() }
      : { by: 'phone', country, phone: draft.phone.trim() };
  return named;
}

/**
 * The id in what a QR code or the clipboard holds: bare digits, or what this app's own code says.
 *
 * @returns empty when the text holds none
 */
export function idInText(text: string): string {
  return /^(?:dunlin:|ID\s*)?(\d{1,18})$/i.exec(text.trim())?.[1] ?? '';
}

/** What the code of a user says. */
export function idAsCode(id: string): string {
  return `dunlin:${id}`;
}
