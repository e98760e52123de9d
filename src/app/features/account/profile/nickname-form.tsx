import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useRef } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { nicknameMaxLength } from '#protocol/core/limits.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { useSetNickname } from '../mutations.ts';
import { useFormFailures } from '../log-in/form-failures.ts';
import { nicknameProblem } from '../log-in/validation.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const fieldOfCode = { [codes.nicknameTaken]: 'nickname', [codes.enterName]: 'nickname' } as const;

/** Sets the name that others see. */
export function NicknameForm({ nickname, onDone }: { nickname: string; onDone: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useKeptState('nickname', nickname);
  const reachable = useReachable();
  const save = useSetNickname();
  const form = useRef<HTMLFormElement>(null);
  const failures = useFormFailures<'nickname'>(form, fieldOfCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending || !failures.check({ nickname: nicknameProblem(text) })) return;
    save.mutate(text.trim(), { onSuccess: onDone, onError: failures.refuse });
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={3} inset>
        <TextField
          kind="text"
          label={t`Nickname`}
          name="nickname"
          autoComplete="nickname"
          enterKeyHint="done"
          limit={nicknameMaxLength}
          value={text}
          error={failures.of('nickname')}
          hint={t`2 to 20 characters. Visible to other users.`}
          onChange={(next) => {
            setText(next);
            failures.touch('nickname');
          }}
        />
        <FailureBanner text={failures.whole} />
        <SubmitButton
          busy={save.isPending}
          busyLabel={t`Saving…`}
          disabledReason={reachable ? undefined : t`No connection. Save when you are back online.`}
        >
          <Trans>Save nickname</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
