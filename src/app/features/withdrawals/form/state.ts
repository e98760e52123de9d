import { useState } from 'react';
import type { WithdrawalDraft, WithdrawalField } from './check.ts';
import { emptyDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** What a user has filled in, and which fields may show errors by now. */
export interface WithdrawalEntry {
  readonly draft: WithdrawalDraft;
  readonly tried: boolean;
  readonly isShown: (field: WithdrawalField) => boolean;
  readonly change: (field: WithdrawalField, value: string) => void;
  readonly leave: (field: WithdrawalField) => void;
  readonly tryIt: () => void;
  readonly clear: () => void;
}

/**
 * An empty form says nothing; a field that was left with something in it does, and all of them once it was tried. The
 * form begins with what was kept of the coin.
 */
export function useWithdrawalEntry(asset: string): WithdrawalEntry {
  const [draft, setDraft] = useKeptState(`withdrawal.${asset}`, () => keptDraft(asset, Date.now()));
  const [left, setLeft] = useState<readonly WithdrawalField[]>([]);
  const [tried, setTried] = useState(false);
  return {
    draft,
    tried,
    isShown: (field) => tried || (left.includes(field) && draft[field] !== ''),
    change: (field, value) => {
      const next = { ...draft, [field]: value };
      setDraft(next);
      keepDraft(asset, next, Date.now());
    },
    leave: (field) => setLeft((before) => (before.includes(field) ? before : [...before, field])),
    tryIt: () => setTried(true),
    clear: () => {
      setDraft(emptyDraft);
      keepDraft(asset, emptyDraft, Date.now());
      setLeft([]);
      setTried(false);
    },
  };
}
