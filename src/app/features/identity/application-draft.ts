import type { DocumentType } from '#protocol/accounts/entities/verification.ts';
import { observable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { keepDraftOverReload } from '#app/platform/storage/form-drafts.ts';

/** The unsent draft of the form. Only in the page's memory: it belongs to this user alone. */
interface ApplicationDraft {
  readonly documentType: DocumentType;
  /** ISO 3166 alpha-2; null until it is chosen. */
  readonly country: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly number: string;
}

const empty: ApplicationDraft = { documentType: 'id-card', country: null, firstName: '', lastName: '', number: '' };

export const applicationDraft = observable<ApplicationDraft>(empty);
keepDraftOverReload('real-name', applicationDraft);

export function changeApplication(change: Partial<ApplicationDraft>): void {
  applicationDraft.set({ ...applicationDraft.get(), ...change });
}

/** Forgets what was typed: it was sent, or the user left. */
export function clearApplication(): void {
  applicationDraft.set(empty);
}

session.subscribe(clearApplication);
