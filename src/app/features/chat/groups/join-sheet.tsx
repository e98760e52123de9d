import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ChatGroup } from '#protocol/chat/entities.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { PasswordField, useEntering } from './entering.tsx';
import { useGroupName } from '../names.ts';

/** Asks for the password of a group. */
export function JoinSheet({ group, onClose }: { group: ChatGroup | null; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const groupName = useGroupName();
  const entering = useEntering(true);
  const { enter, password, reason } = entering;
  const close = () => {
    entering.forget();
    onClose();
  };
  const join = () => {
    if (group === null || reason !== null) return;
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
          {...(reason === null ? {} : { disabledReason: reason })}
          onClick={join}
        >
          <Trans>Join the group</Trans>
        </Button>
      }
    >
      <PasswordField label={t`Group password`} entering={entering} onEnter={join} />
    </Sheet>
  );
}
