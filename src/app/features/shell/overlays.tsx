import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useObservable } from '../../platform/observable.ts';
import { startOutbox } from '../../platform/outbox.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { passwordSheet } from '../security/transaction-password-question.ts';
import { useInstallOffer } from './install-offer.tsx';

/** Says once that what was written is gone; its words come when they are needed. */
function tellLost(count: number): void {
  void import('./lost-words.tsx').then(({ tellLostWords }) => tellLostWords(count));
}

/** What lies over the screens now and then. Toasts and questions wait in their own lists until this is drawn. */
export default function Overlays() {
  useInstallOffer();
  const client = useQueryClient();
  useEffect(() => startOutbox(client, tellLost), [client]);
  return (
    <>
      <Toaster />
      <ConfirmHost />
      {useObservable(passwordSheet)}
    </>
  );
}
