import type { TakeUnit } from './check.ts';
import { keepDraftOverReload } from '#app/platform/storage/form-drafts.ts';
import { observable } from '#app/platform/observable.ts';

/** An advert that is being taken. It outlives the page where an answer leads away from it, and back. */
export interface TakeDraft {
  readonly advert: string;
  readonly typed: string;
  readonly in: TakeUnit;
  /** A method of the advert, or the id of an own collection method; null before one is chosen. */
  readonly method: string | null;
}

/** The sheet that is open, or was when an answer led to verification or to collection methods. */
export const taking = observable<TakeDraft | null>(null);
keepDraftOverReload('take', taking, { advert: '', typed: '', in: 'currency', method: null });

export function openTake(draft: Pick<TakeDraft, 'advert'> & Partial<TakeDraft>): void {
  taking.set({ typed: '', in: 'currency', method: null, ...draft });
}

export function closeTake(): void {
  taking.set(null);
}

export function changeTake(parts: Partial<TakeDraft>): void {
  const draft = taking.get();
  if (draft !== null) taking.set({ ...draft, ...parts });
}
