import { useLingui } from '@lingui/react/macro';
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallInput } from '#protocol/calls.ts';
import { chatPasswordMaxLength } from '#protocol/core/limits.ts';
import { call } from '#app/platform/api/api.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { groupsQuery } from '../queries.ts';

/** Opens the community or one of its groups; the screen shows why it did not work. */
function enterMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (input: CallInput<'POST checkChatPwd'>) => call('POST checkChatPwd', input),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: groupsQuery.queryKey }),
  });
}

/** A way into the community or one of its groups, with a password where it asks for one. */
export function useEntering(needsPassword: boolean) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const enter = useMutation(enterMutation(useQueryClient()));
  const failure = useFailureText(enter.error);
  const isReachable = useReachable();
  const isMissing = needsPassword && password === '';
  return {
    password,
    setPassword,
    enter,
    /** Why the last try failed; null when it did not. */
    failure,
    /** Why it cannot be tried now; null when it can. */
    reason: isReachable ? (isMissing ? t`Enter the password first` : null) : t`No connection`,
    /** Forgets what was typed and what came of it. */
    forget() {
      setPassword('');
      enter.reset();
    },
  };
}

interface PasswordFieldProps {
  label: string;
  entering: ReturnType<typeof useEntering>;
  onEnter: () => void;
}

/** Where the password of a way in is typed. */
export function PasswordField({ label, entering, onEnter }: PasswordFieldProps) {
  return (
    <TextField
      kind="password"
      label={label}
      type="password"
      value={entering.password}
      onChange={entering.setPassword}
      limit={chatPasswordMaxLength}
      enterKeyHint="go"
      onEnter={onEnter}
      error={entering.failure}
    />
  );
}
