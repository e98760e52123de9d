import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ChatGroup } from '../../../contract/entities/chat.ts';
import { chatPasswordMaxLength } from '../../../contract/limits.ts';
import { useReachable } from '../../platform/reachability.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { enterMutation } from './entering.ts';
import { useGroupName } from './names.ts';

/** Asks for the password of a group. */
export function JoinSheet({ group, onClose }: { group: ChatGroup | null; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const groupName = useGroupName();
  const [password, setPassword] = useState('');
  const enter = useMutation(enterMutation(useQueryClient()));
  const failure = useFailureText(enter.error);
  const isReachable = useReachable();
  const close = () => {
    setPassword('');
    enter.reset();
    onClose();
  };
  const join = () => {
    if (group === null || password === '') return;
    enter.mutate(
      { group: group.id, password },
      {
        onSuccess: () => {
          close();
          void navigate({ to: '/pages/usreMei/chat', search: { group: group.id } });
        },
      },
    );
  };
  return (
    <Sheet
      open={group !== null}
      onClose={close}
      title={group === null ? '' : groupName(group)}
      footer={
        <Button
          kind="primary"
          wide
          busy={enter.isPending}
          {...(isReachable ? {} : { disabledReason: t`No connection` })}
          onClick={join}
        >
          <Trans>Join the group</Trans>
        </Button>
      }
    >
      <TextField
        label={t`Password of the group`}
        type="password"
        value={password}
        onChange={setPassword}
        maxLength={chatPasswordMaxLength}
        enterKeyHint="go"
        onEnter={join}
        error={failure}
      />
    </Sheet>
  );
}
