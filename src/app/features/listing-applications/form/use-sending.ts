import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { listingDraft } from '../draft.ts';
import { applyMutation } from '../mutations.ts';
import { isOpen, useApplications } from '../queries.ts';
import { bareAddress } from '../steps.ts';
import type { Documents } from './use-documents.ts';

/** Sends the draft once; after a lost answer, looks whether it arrived before it can be sent again. */
export function useSending(documents: Documents) {
  const navigate = useNavigate();
  const { texts } = listingDraft.use();
  const { query, list } = useApplications();
  const apply = useMutation(applyMutation(useQueryClient()));
  const isSending = useRef(false);
  const [isMissing, setMissing] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const { unanswered, ...fields } = texts;

  const done = (id: string) => {
    void navigate({ to: '/pages/Apply/Apply', search: { id }, replace: true });
    listingDraft.clear();
    documents.clear();
  };
  const send = () => {
    if (isSending.current) return;
    isSending.current = true;
    setMissing(false);
    const trimmed = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]));
    const input = { ...(trimmed as typeof fields), documents: [...documents.ids] };
    for (const name of ['site', 'explorer', 'whitepaper'] as const) input[name] = bareAddress(input[name]);
    apply.mutate(input, {
      onSuccess: ({ id }) => done(id),
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const check = async () => {
    setChecking(true);
    const { data, isError } = await query.refetch();
    setChecking(false);
    if (isError) return;
    const newest = data?.pages[0]?.list[0];
    if (newest?.symbol === unanswered && newest.state !== 'refused') {
      done(newest.id);
      return;
    }
    listingDraft.change({ unanswered: '' });
    apply.reset();
    setMissing(true);
  };
  return {
    send,
    check: () => void check(),
    isBusy: apply.isPending || isChecking,
    isUnanswered: unanswered !== '',
    isMissing,
    error: apply.error,
    /** The application that has to be decided before another one is sent. */
    open: unanswered === '' && !apply.isPending ? (list?.find(isOpen) ?? null) : null,
  };
}

export type Sending = ReturnType<typeof useSending>;
