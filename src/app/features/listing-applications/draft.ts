import type { ListingApplication } from '#protocol/listing-applications/entities.ts';
import { textDraft } from '#app/platform/storage/text-draft.ts';

/** The fields of an application, as they are typed. */
const emptyFields = {
  name: '',
  englishName: '',
  symbol: '',
  region: '',
  issuance: '',
  circulation: '',
  holdings: '',
  contract: '',
  exchanges: '',
  site: '',
  explorer: '',
  whitepaper: '',
};

export type ListingFields = Readonly<typeof emptyFields>;
export type ListingField = keyof ListingFields;
export const listingFields = Object.keys(emptyFields) as readonly ListingField[];

/** The application that is being entered. `unanswered` is not empty while it was sent and no answer came. */
export const listingDraft = textDraft('dunlin.listing-draft', { ...emptyFields, unanswered: '' });

/** Whether anything was entered. */
export function isStarted(draft: ListingFields): boolean {
  return listingFields.some((field) => draft[field].trim() !== '');
}

/** The fields of an application, to apply again with. */
export function fieldsOf(application: ListingApplication): ListingFields {
  return Object.fromEntries(listingFields.map((field) => [field, application[field]])) as typeof emptyFields;
}

/** The answer to a question of the desk that is being written, with the application it belongs to. */
export const answerDraft = textDraft('dunlin.listing-answer', { id: '', answer: '' });
