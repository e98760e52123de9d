import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { codes } from '#protocol/core/codes.ts';
import { invitationCodeMaxLength } from '#protocol/core/limits.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { useCheckInvitation } from '../mutations.ts';

interface InvitationFieldProps {
  value: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /** The code does not exist. */
  onRefused: (error: unknown) => void;
}

/** The invitation code, looked up when the field is left and when a link filled it. */
export function InvitationField({ value, onChange, error, onRefused }: InvitationFieldProps) {
  const { t } = useLingui();
  const check = useCheckInvitation();
  const checked = useRef<string | null>(null);
  const code = value.trim();
  const lookUp = () => {
    if (code === '' || checked.current === code) return;
    checked.current = code;
    check.mutate(code, {
      onError: (refusal) => {
        // Any other failure says nothing about the code; registering asks again.
        if (refusal instanceof ApiRefusal && refusal.code === codes.referrerNotFound) onRefused(refusal);
        else checked.current = null;
      },
    });
  };
  const first = useRef(lookUp);
  useEffect(() => first.current(), []);
  const isFound = check.isSuccess && check.variables === code && check.data.valid;
  return (
    <TextField
      kind="invitation"
      label={t`Invitation code (optional)`}
      name="invitation"
      autoCapitalize="characters"
      enterKeyHint="go"
      limit={invitationCodeMaxLength}
      value={value}
      error={error}
      hint={isFound ? t`The invitation is valid.` : undefined}
      onChange={onChange}
      onBlur={lookUp}
    />
  );
}
