import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MerchantSettings } from '../../../../protocol/entities/fiat-merchant.ts';
import { autoReplyMaxLength } from '../../../../protocol/fiat.ts';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { Section, Stack } from '../../../ui/layout/Section.tsx';
import { useChangeSettings } from './mutations.ts';
import { SaveButton } from './save-button.tsx';

/** What is said in the conversation of every new order. */
export function AutoReplyForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
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
          <SaveButton
            change={change}
            input={{ autoReply: typed.trim() }}
            saved={t`Automatic reply saved`}
            onSaved={() => setTyped(null)}
          >
            <Trans>Save the reply</Trans>
          </SaveButton>
        )}
        <span />
      </Stack>
    </Section>
  );
}
