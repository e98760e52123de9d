import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { haptic } from '#app/platform/device/haptics.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { session } from '#app/platform/session/session.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { useRetained } from '#app/ui/overlays/modal.ts';
import { useLeavingWithScreen } from '../proof/leaving-with-screen.ts';
import { SecondFactorForm } from '../proof/second-factor-form.tsx';
import { PasswordKeypad } from './password-keypad.tsx';
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
