import { Trans, useLingui } from '@lingui/react/macro';
import { Delete } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { transactionPasswordLength } from '#protocol/core/limits.ts';
import { asciiDigits } from '#protocol/core/text/typed-text.ts';
import { Spinner } from '#app/ui/layout/Spinner.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import css from './password-keypad.module.css';

interface PasswordKeypadProps {
  /** Why it is asked again. */
  readonly failure: string | null;
  /** What was entered is being checked: keys are ignored. */
  readonly busy: boolean;
  /** When all six digits are there. */
  readonly onComplete: (password: string) => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/**
 * Six dots and a keypad of its own: nothing for the phone's keyboard to learn, for the clipboard to keep or for a
 * password manager to offer. A keyboard works as well.
 */
export function PasswordKeypad({ failure, busy, onComplete }: PasswordKeypadProps) {
  const { t } = useLingui();
  const { entered, press } = useDigits(busy, onComplete);
  const entry = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();
  // Past the dialog's own choice, which is its cross.
  useEffect(() => entry.current?.focus({ preventScroll: true }), []);
  const count = entered.length;
  return (
    <>
      <fieldset
        ref={entry}
        className={css['entry']}
        tabIndex={-1}
        aria-label={t`Transaction password`}
        aria-describedby={hintId}
      >
        <p id={hintId} className={css['hint']}>
          {busy ? <Trans>Checking…</Trans> : <Trans>Enter the 6 digits of your transaction password</Trans>}
        </p>
        <div className={css['dots']} aria-hidden>
          {Array.from({ length: transactionPasswordLength }, (_, at) => (
            <span key={at} className={css['dot']} data-filled={at < count || undefined} />
          ))}
        </div>
        <div className={css['line']}>
          {busy && <Spinner />}
          <p className={css['failure']} role="alert">
            {count === 0 && !busy ? failure : null}
          </p>
        </div>
        <LiveRegion>{busy || count === 0 ? null : t`${count} of ${transactionPasswordLength} digits`}</LiveRegion>
      </fieldset>
      <fieldset className={css['keys']} aria-label={t`Keypad`}>
        {digits.map((digit) => (
          <Key key={digit} digit={digit} onPress={press} busy={busy} />
        ))}
        <span />
        <Key digit="0" onPress={press} busy={busy} />
        <button
          type="button"
          className={css['key']}
          data-plain
          aria-label={t`Delete`}
          aria-disabled={busy || undefined}
          onClick={() => press('delete')}
        >
          <Icon of={Delete} />
        </button>
      </fieldset>
    </>
  );
}

function Key({ digit, onPress, busy }: { digit: string; onPress: (key: string) => void; busy: boolean }) {
  return (
    <button type="button" className={css['key']} aria-disabled={busy || undefined} onClick={() => onPress(digit)}>
      {digit}
    </button>
  );
}

function useDigits(busy: boolean, onComplete: (password: string) => void) {
  const [entered, setEntered] = useState('');
  // Keys come faster than the page is drawn again.
  const latest = useRef('');
  const press = (key: string) => {
    const before = latest.current;
    if (busy || (key !== 'delete' && before.length === transactionPasswordLength)) return;
    latest.current = key === 'delete' ? before.slice(0, -1) : before + key;
    setEntered(latest.current);
    if (latest.current.length === transactionPasswordLength) onComplete(latest.current);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = asciiDigits(event.key);
    if (/^\d$/.test(key)) press(key);
    else if (event.key === 'Backspace') press('delete');
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', keyDown);
    return () => document.removeEventListener('keydown', keyDown);
  }, []);
  return { entered, press };
}
