import { session } from '#app/platform/session/session.ts';
import { draftLifeMs } from '#app/platform/storage/form-drafts.ts';
import type { WithdrawalDraft } from './check.ts';

/**
 * What was filled in and not sent, so that the form is as it was after a visit to another screen: most of all the one
 * that sets the transaction password, without which nothing can be withdrawn. It lives in the memory of the page.
 */

export const emptyDraft: WithdrawalDraft = { address: '', amount: '', remark: '' };

/** One form is open at a time, so one draft is enough: that of the coin it was filled in for. */
let kept: { readonly asset: string; readonly draft: WithdrawalDraft; readonly at: number } | null = null;

let owner = session.get()?.account;
session.subscribe(() => {
  const account = session.get()?.account;
  // The page outlives a log-out: the next user must find nothing of the previous one.
  if (account !== owner) kept = null;
  owner = account;
});

/** Keeps a draft; an empty one is forgotten. @param now epoch milliseconds of the device */
export function keepDraft(asset: string, draft: WithdrawalDraft, now: number): void {
  const isEmpty = draft.address === '' && draft.amount === '' && draft.remark === '';
  kept = isEmpty ? null : { asset, draft, at: now };
}

/** The draft of a coin, empty when there is none or its time is over. @param now epoch milliseconds of the device */
export function keptDraft(asset: string, now: number): WithdrawalDraft {
  if (kept !== null && Math.abs(now - kept.at) >= draftLifeMs) kept = null;
  return kept?.asset === asset ? kept.draft : emptyDraft;
}
