import { Trans, useLingui } from '@lingui/react/macro';
import { Fingerprint, ScanFace } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Logo } from '#app/ui/logo.tsx';
import { useCeremonyFailure } from './ceremony-text.ts';
import { verifyUser } from './local-ceremony.ts';
import { unlockKey, unlockWays } from './unlock-flags.ts';
import css from './lock-screen.module.css';

interface LockScreenProps {
  readonly onUnlocked: () => void;
  /** Ends the session and removes what the device keeps. */
  readonly onLogOut: () => Promise<void>;
}

/**
 * Covers everything until the device has verified the user. A modal dialog in the browser's own top layer: all of the
 * page beneath is out of reach, whatever was open there.
 */
export function LockScreen({ onUnlocked, onLogOut }: LockScreenProps) {
  const dialog = useStayingDialog();
  const [leaving, setLeaving] = useState(false);
  return (
    <dialog ref={dialog} className={css['lock']} aria-labelledby="lock-title" aria-describedby="lock-text">
      <div className={css['page']}>
        <div className={css['about']}>
          <span className={css['mark']}>
            <Logo size={48} />
          </span>
          <h1 id="lock-title" className={css['title']}>
            <Trans>Dunlin is locked</Trans>
          </h1>
          <p id="lock-text" className={css['text']}>
            {leaving ? (
              <Trans>Everything Dunlin stores on this device is removed. Your orders and money are not affected.</Trans>
            ) : (
              <Trans>Unlock it with your fingerprint, your face or your screen lock.</Trans>
            )}
          </p>
        </div>
        {leaving ? (
          <Leave onStay={() => setLeaving(false)} onLogOut={onLogOut} />
        ) : (
          <Unlock onUnlocked={onUnlocked} onLeave={() => setLeaving(true)} />
        )}
      </div>
    </dialog>
  );
}

/** A modal dialog that nothing but its owner closes. */
function useStayingDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    const stay = (event: Event) => event.preventDefault();
    // Past `cancel` a browser closes a dialog when Escape is pressed twice: not this one, where it knows the attribute.
    dialog.setAttribute('closedby', 'none');
    const reopen = () => {
      if (dialog.isConnected && !dialog.open) dialog.showModal();
    };
    dialog.addEventListener('cancel', stay);
    dialog.addEventListener('close', reopen);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('cancel', stay);
      dialog.removeEventListener('close', reopen);
      dialog.close();
    };
  }, []);
  return ref;
}

function Unlock({ onUnlocked, onLeave }: { onUnlocked: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const message = useCeremonyFailure(failure);
  const key = unlockKey();
  const { fingerprint } = unlockWays.get();
  const ask = async (isTapped: boolean) => {
    if (key === null) return;
    setAsking(true);
    setFailure(null);
    try {
      await verifyUser([key]);
      onUnlocked();
    } catch (error) {
      // Some browsers want a tap first: that is no failure of the user's.
      if (isTapped || !(error instanceof DOMException)) setFailure(error);
      setAsking(false);
    }
  };
  // The device asks by itself once; after that the button is there.
  const first = useRef(true);
  useEffect(() => {
    if (!first.current || document.hidden) return;
    first.current = false;
    void ask(false);
  });
  return (
    <div className={css['actions']}>
      {key === null && (
        <Banner inset tone="warn">
          <Trans>This device lost the key it unlocks with. Log out and log in again.</Trans>
        </Banner>
      )}
      {message !== null && (
        <Banner inset tone="warn" live>
          {message}
        </Banner>
      )}
      {key !== null && (
        <Button
          kind="primary"
          size="l"
          icon={<Icon of={fingerprint ? Fingerprint : ScanFace} size="row" />}
          busy={isAsking}
          busyLabel={t`Waiting for your device…`}
          onClick={() => void ask(true)}
        >
          <Trans>Unlock</Trans>
        </Button>
      )}
      <Button kind="text" onClick={onLeave}>
        <Trans>Log out instead</Trans>
      </Button>
    </div>
  );
}

function Leave({ onStay, onLogOut }: { onStay: () => void; onLogOut: () => Promise<void> }) {
  const { t } = useLingui();
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void onLogOut();
  };
  return (
    <div className={css['actions']}>
      <Button kind="primary" size="l" busy={isLeaving} busyLabel={t`Logging out…`} onClick={leave}>
        <Trans>Log out</Trans>
      </Button>
      <Button kind="text" onClick={onStay}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}
