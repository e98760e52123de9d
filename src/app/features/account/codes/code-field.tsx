import { Trans, useLingui } from '@lingui/react/macro';
import { MessageSquareText } from 'lucide-react';
import { verificationCodeLength } from '#protocol/core/limits.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import type { CodeSend, CodeSending } from './code-sends.ts';
import { countdownText } from './countdown.ts';
import styles from '../account.module.css';

interface CodeFieldProps {
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
  sending: CodeSending;
  /** Asks for a code, once the account was validated. */
  onAsk: () => void;
}

/** The code of a message, with the button that sends one and the message itself in practice mode. */
export function CodeField({ value, onChange, error, sending, onAsk }: CodeFieldProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const { waitSeconds, last, asking } = sending;
  const left = countdownText(waitSeconds);
  const wasSent = last?.sent === true;
  return (
    <>
      <TextField
        kind="code"
        label={t`Verification code`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        enterKeyHint="next"
        limit={verificationCodeLength}
        required
        value={value}
        error={error}
        hint={wasSent ? t`The code is valid for 10 minutes.` : undefined}
        onChange={onChange}
        wraps
        trailing={
          <Button
            kind="text"
            size="s"
            busy={asking}
            disabled={!reachable || waitSeconds > 0}
            onClick={onAsk}
            label={waitSeconds > 0 ? t`Send again in ${left}` : undefined}
          >
            {waitSeconds > 0 ? (
              <span className={styles['count']}>{left}</span>
            ) : wasSent ? (
              <Trans>Send again</Trans>
            ) : (
              <Trans>Send code</Trans>
            )}
          </Button>
        }
      />
      <LiveRegion>{wasSent ? t`The code was sent.` : null}</LiveRegion>
      {last?.message && <MessageCard message={last.message} onFillIn={onChange} />}
    </>
  );
}

/** The message a code travels in, shown here because practice sends none. */
function MessageCard(props: { message: NonNullable<CodeSend['message']>; onFillIn: (code: string) => void }) {
  const { to, code } = props.message;
  return (
    <div className={styles['message']}>
      <IconTile icon={MessageSquareText} tone="accent" />
      <div className={styles['messageText']}>
        <p className={styles['messageHead']}>
          <Trans>Practice message to {to}</Trans>
        </p>
        <p>
          <Trans>
            Your Dunlin code is <strong>{code}</strong>. Do not share it with anyone.
          </Trans>
        </p>
      </div>
      <Button size="s" onClick={() => props.onFillIn(code)}>
        <Trans>Fill in</Trans>
      </Button>
    </div>
  );
}
