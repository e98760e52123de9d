import { Toaster } from '../../ui/Toaster.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { useInstallOffer } from './install-offer.tsx';

/** What lies over the screens now and then. Toasts and questions wait in their own lists until this is drawn. */
export default function Overlays() {
  useInstallOffer();
  return (
    <>
      <Toaster />
      <ConfirmHost />
    </>
  );
}
