import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MerchantSettings } from '../../../../protocol/entities/fiat-merchant.ts';
import { autoReplyMaxLength } from '../../../../protocol/fiat.ts';
import { useReachable } from '../../../platform/offline/reachability.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { useChangeSettings } from './mutations.ts';

/** What is said in the conversation of every new order. */
export function AutoReplyForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useChangeSettings();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? settings.autoReply;
  const [length, most] = [text.length, autoReplyMaxLength];
  return (
    <Section title={t`Automatic reply`} band>
      <Stack gap={3}>
        <TextField
          label={t`First message of every order`}
          name="auto-reply"
          rows={3}
          maxLength={autoReplyMaxLength}
          spellCheck
          value={text}
          hint={t`${length} of ${most} characters. Empty: nothing is said.`}
          onChange={setTyped}
        />
        {typed !== null && typed !== settings.autoReply && (
          <Button
            busy={change.isPending}
            busyLabel={t`Saving…`}
            disabledReason={reachable ? undefined : t`No connection. Save when you are back online.`}
            onClick={() =>
              change.mutate(
                { autoReply: typed.trim() },
                {
                  onSuccess: () => {
                    setTyped(null);
                    toast.show({ type: 'success', title: t`Automatic reply saved` });
                  },
                },
              )
            }
          >
            <Trans>Save the reply</Trans>
          </Button>
        )}
        <span />
      </Stack>
    </Section>
  );
}
