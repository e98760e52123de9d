import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useState } from 'react';
import { passkeyNameMaxLength } from '#protocol/core/limits.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { FailureBanner } from '#app/ui/layout/FailureBanner.tsx';
import { SubmitButton } from '#app/ui/forms/SubmitButton.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useCeremonyFailure } from './ceremony-text.ts';
import { deviceName } from './device-name.ts';
import { loadWebAuthn, useAddPasskey } from './mutations.ts';

/** Names a passkey and has the device make it. */
export function AddPasskeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const done = () => {
    onClose();
    toast.show({ type: 'success', title: t`Passkey added` });
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Add a passkey`}>
      <AddPasskeyForm onDone={done} />
    </Sheet>
  );
}

function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const add = useAddPasskey();
  const failure = useCeremonyFailure(add.error);
  const isNamed = name.trim() !== '';
  const [isAsked, setAsked] = useState(false);
  useEffect(() => void loadWebAuthn().catch(() => undefined), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isNamed && !add.isPending) add.mutate(name.trim(), { onSuccess: onDone });
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={3} inset>
        <p>
          <Trans>
            Your device asks for your fingerprint, your face or your screen lock. This data never leaves the device.
          </Trans>
        </p>
        <TextField
          kind="text"
          label={t`Name`}
          name="passkey-name"
          limit={passkeyNameMaxLength}
          enterKeyHint="done"
          value={name}
          error={isAsked && !isNamed ? t`Enter a name.` : undefined}
          hint={t`To distinguish it from your other passkeys.`}
          onChange={setName}
        />
        <FailureBanner text={failure} />
        <SubmitButton
          busy={add.isPending}
          busyLabel={t`Waiting for your device…`}
          disabledReason={reachable ? undefined : t`No connection. Passkeys can be added when you are back online.`}
        >
          <Trans>Add passkey</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}
