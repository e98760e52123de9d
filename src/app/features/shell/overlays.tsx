import { useObservable } from '../../platform/observable.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { passwordSheet } from '../security/transaction-password-question.ts';
import { useInstallOffer } from './install-offer.tsx';

/** What lies over the screens now and then. Toasts and questions wait in their own lists until this is drawn. */
export default function Overlays() {
  useInstallOffer();
  return (
    <>
      <Toaster />
      <ConfirmHost />
      {useObservable(passwordSheet)}
    </>
  );
}
