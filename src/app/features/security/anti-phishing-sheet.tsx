import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { antiPhishingMaxLength, antiPhishingMinLength } from '#protocol/core/limits.ts';
import { call } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { checksQuery } from '../passkeys/queries.ts';
import { withFreshProof } from './proof/fresh-proof.ts';

interface AntiPhishingSheetProps {
  readonly open: boolean;
  readonly isSet: boolean;
  readonly onClose: () => void;
}

/** Sets the word that every letter of the exchange carries, so that its reader knows a forged one. */
export function AntiPhishingSheet({ open, isSet, onClose }: AntiPhishingSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Anti-phishing word`}>
      {open && <WordForm isSet={isSet} onDone={onClose} />}
    </Sheet>
  );
}

function WordForm({ isSet, onDone }: { isSet: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const reachable = useReachable();
  const [word, setWord] = useState('');
  const [tried, setTried] = useState(false);
  const keep = useMutation({
    mutationFn: (next: string) => withFreshProof(() => call('POST bindAccount', { kind: 'anti-phishing', word: next })),
    onSuccess: (_, next) => {
      toast.show({ type: 'success', title: next === '' ? t`Word removed` : t`Word set` });
      onDone();
    },
    onSettled: () => client.invalidateQueries(checksQuery),
    meta: { quiet: true },
  });
  const failure = useFailureText(keep.error);
  const isLong = Array.from(word.trim()).length >= antiPhishingMinLength;
  const reason = reachable ? undefined : t`No connection now.`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isLong && !keep.isPending) keep.mutate(word.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4} inset>
        <p>
          <Trans>Every email and message from Dunlin will carry this word. One without it is not from us.</Trans>
        </p>
        <TextField
          kind="text"
          label={t`Your word`}
          name="anti-phishing"
          autoCapitalize="none"
          enterKeyHint="done"
          limit={antiPhishingMaxLength}
          required
          value={word}
          error={tried && !isLong ? t`Use at least 4 characters.` : undefined}
          hint={t`Choose one you use nowhere else, and never a password.`}
          onChange={setWord}
        />
        <FailureBanner text={failure} />
        <SubmitButton busy={keep.isPending} busyLabel={t`Saving…`} disabledReason={reason}>
          <Trans>Set word</Trans>
        </SubmitButton>
        {isSet && (
          <Button kind="outline" size="l" disabledReason={reason} onClick={() => keep.mutate('')}>
            <Trans>Remove word</Trans>
          </Button>
        )}
      </Stack>
    </form>
  );
}
