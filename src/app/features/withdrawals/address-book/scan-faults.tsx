import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { LiveRegion } from '../../../ui/layout/VisuallyHidden.tsx';
import type { CameraFault } from './qr-reading.ts';
import css from './scan-sheet.module.css';
import { type Misread } from './scan-sheet.tsx';

/** What a picture or code had in place of an address. */
export function MisreadNotice({ misread }: { misread: Misread | null }) {
  const { t } = useLingui();
  const labels: Record<Misread, string> = {
    'no-code': t`No QR code was found in this picture. Choose one where the code is complete and sharp.`,
    'no-address': t`This QR code contains no address.`,
    'no-picture': t`This file could not be read. Choose a JPG or PNG picture.`,
  };
  const label = misread === null ? null : labels[misread];
  return (
    <>
      {label !== null && (
        <div className={css['notice']}>
          <Banner tone="danger" inset>
            {label}
          </Banner>
        </div>
      )}
      <LiveRegion urgent>{label}</LiveRegion>
    </>
  );
}

/** Why the camera shows nothing, and what can be done. */
export function CameraFaultText({ fault }: { fault: CameraFault }) {
  if (fault === 'refused') {
    return (
      <Trans>The camera is not allowed for this site. Allow it in the browser’s settings, or choose a picture.</Trans>
    );
  }
  if (fault === 'missing') return <Trans>This device has no camera. Choose a picture, or paste the address.</Trans>;
  if (fault === 'insecure') {
    return (
      <Trans>The browser allows the camera on secure addresses only. Choose a picture, or paste the address.</Trans>
    );
  }
  if (fault === 'unfetched') {
    return <Trans>The reader did not load. Check your connection, or paste the address.</Trans>;
  }
  return <Trans>The camera is in use elsewhere. Close the other app and try again.</Trans>;
}
