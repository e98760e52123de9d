import { useState } from 'react';
import type { WithdrawalDraft, WithdrawalField } from './check.ts';

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

const nothing: WithdrawalDraft = { address: '', amount: '', remark: '' };

/** An empty form says nothing; a field that was left with something in it does, and all of them once it was tried. */
export function useWithdrawalEntry(): WithdrawalEntry {
  const [draft, setDraft] = useState(nothing);
  const [left, setLeft] = useState<readonly WithdrawalField[]>([]);
  const [tried, setTried] = useState(false);
  return {
    draft,
    tried,
    isShown: (field) => tried || (left.includes(field) && draft[field] !== ''),
    change: (field, value) => setDraft((before) => ({ ...before, [field]: value })),
    leave: (field) => setLeft((before) => (before.includes(field) ? before : [...before, field])),
    tryIt: () => setTried(true),
    clear: () => {
      setDraft(nothing);
      setLeft([]);
      setTried(false);
    },
  };
}
