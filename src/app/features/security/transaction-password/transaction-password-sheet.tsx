import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Delete } from 'lucide-react';
import { transactionPasswordLength } from '#protocol/core/limits.ts';
import { asciiDigits } from '#protocol/core/text/typed-text.ts';
import { haptic } from '#app/platform/device/haptics.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { useRetained } from '#app/ui/overlays/modal.ts';
import { Spinner } from '#app/ui/layout/Spinner.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { useLeavingWithScreen } from '../proof/leaving-with-screen.ts';
import { SecondFactorForm } from '../proof/second-factor-form.tsx';
import { type AskedPassword, askedPassword } from './transaction-password-question.ts';
import css from './transaction-password-sheet.module.css';

const leave = () => askedPassword.get()?.answer(null);

/** The sheet of `askTransactionPassword`; once per app. */
export function TransactionPasswordSheet() {
  const { t } = useLingui();
  const asked = useObservable(askedPassword);
  const isOpen = asked !== null;
  const title = useRetained(isOpen, asked?.title ?? t`Transaction password`);
  useLeavingWithScreen(leave);
  return (
    <Sheet open={isOpen} onClose={leave} title={title}>
      {isOpen && <Question asked={asked} />}
    </Sheet>
  );
}

function Question({ asked }: { asked: AskedPassword }) {
  const signedIn = useObservable(session) !== null;
  const profile = useQuery({ ...profileQuery, enabled: signedIn, meta: { quiet: true } });
  return profile.data?.hasTransactionPassword === false ? <NoneYet /> : <Entry asked={asked} />;
}

/** There is nothing to enter yet. */
function NoneYet() {
  return (
    <>
      <p className={css['none']}>
        <Trans>Moving money requires a 6-digit transaction password. Set one first. Nothing was sent.</Trans>
      </p>
      <Button kind="primary" size="l" href="#/pages/mine/resetLegalPwd">
        <Trans>Set transaction password</Trans>
      </Button>
    </>
  );
}

function Entry({ asked }: { asked: AskedPassword }) {
  const { serial, facts, failure } = asked;
  const failureText = useFailureText(failure);
  useEffect(() => {
    if (failure !== null) haptic('refused');
  }, [failure]);
  return (
    <>
      {facts !== undefined && facts.length > 0 && (
        <div className={css['facts']}>
          <KeyValue roomy items={facts} />
        </div>
      )}
      {asked.wantsCode ? (
        <SecondFactorForm key={serial} failure={failureText} busy={asked.sending} onEntered={asked.answer} />
      ) : (
        <PasswordKeypad key={serial} failure={failureText} busy={asked.sending} onComplete={asked.answer} />
      )}
      {!asked.wantsCode && (
        <p className={css['forgot']}>
          <a href="#/pages/mine/resetLegalPwd">
            <Trans>Forgot it?</Trans>
          </a>
        </p>
      )}
    </>
  );
}

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
function PasswordKeypad({ failure, busy, onComplete }: PasswordKeypadProps) {
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
