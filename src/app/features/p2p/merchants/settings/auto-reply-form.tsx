import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import { autoReplyMaxLength } from '#protocol/p2p/currencies.ts';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { useChangeSettings } from './mutations.ts';
import { SaveButton } from './save-button.tsx';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** What is said in the conversation of every new order. */
export function AutoReplyForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const change = useChangeSettings();
  const [typed, setTyped] = useKeptState<string | null>('auto-reply', null);
  const text = typed ?? settings.autoReply;
  const [length, most] = [text.length, autoReplyMaxLength];
  return (
    <Section title={t`Automatic reply`} band>
      <Stack gap={3}>
        <TextField
          kind="text"
          label={t`First message of every order`}
          name="auto-reply"
          rows={3}
          limit={autoReplyMaxLength}
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
