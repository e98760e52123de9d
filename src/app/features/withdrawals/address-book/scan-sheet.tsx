import { Trans, useLingui } from '@lingui/react/macro';
import { CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { type CameraFault, cameraFault, readPicture, scanCamera } from './qr-reading.ts';
import css from './scan-sheet.module.css';
import { addressInText } from './scanned-address.ts';

interface ScanSheetProps {
  open: boolean;
  onClose: () => void;
  /** An address was read; the sheet is still open. */
  onAddress: (address: string) => void;
  /** What is scanned, when it is no address of a chain. */
  title?: string;
}

/** Reads an address off a QR code, by the camera or from a picture. */
export function ScanSheet({ open, onClose, onAddress, title }: ScanSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={title ?? t`Scan an address`}>
      {open && <Scanner onAddress={onAddress} />}
    </Sheet>
  );
}

/** What was read and is of no use, or could not be read at all. */
type Misread = 'no-code' | 'no-address' | 'no-picture';

interface CameraProps {
  onText: (text: string) => void;
  onFault: (fault: CameraFault) => void;
  /** It showed nothing. */
  off: boolean;
}

/** What the camera sees, until it has read one code; a new `key` begins again. */
function Camera({ onText, onFault, off }: CameraProps) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const shown = useRef({ onText, onFault });
  useEffect(() => {
    shown.current = { onText, onFault };
  });
  useEffect(() => {
    const ending = new AbortController();
    const scan = async () => {
      const view = video.current;
      if (view === null) return;
      if (navigator.mediaDevices === undefined) {
        shown.current.onFault('insecure');
        return;
      }
      try {
        const text = await scanCamera(view, ending.signal);
        if (text !== null && !ending.signal.aborted) shown.current.onText(text);
      } catch (error) {
        if (!ending.signal.aborted) shown.current.onFault(cameraFault(error));
      }
    };
    void scan();
    return () => ending.abort();
  }, []);
  return (
    <div className={css['view']} data-off={off || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera preview without sound */}
      <video ref={video} className={css['video']} muted playsInline aria-label={t`Camera`} />
      {off ? <Icon of={CameraOff} size="bar" /> : <span className={css['frame']} />}
    </div>
  );
}

/** Takes what camera and pictures read, and keeps why the last of it was of no use. */
function useReading(onAddress: (address: string) => void) {
  const [misread, setMisread] = useState<Misread | null>(null);
  const [turn, setTurn] = useState(0);
  const again = () => setTurn(turn + 1);
  return {
    misread,
    /** A key for the camera: another one begins again. */
    turn,
    again,
    take: (text: string) => {
      const address = addressInText(text);
      if (address !== '') onAddress(address);
      else {
        setMisread('no-address');
        again();
      }
    },
    readFile: async (file: File) => {
      setMisread(null);
      try {
        const text = await readPicture(file);
        const address = text === null ? '' : addressInText(text);
        if (address !== '') onAddress(address);
        else setMisread(text === null ? 'no-code' : 'no-address');
      } catch {
        setMisread('no-picture');
      }
    },
  };
}

function Scanner({ onAddress }: Pick<ScanSheetProps, 'onAddress'>) {
  const [fault, setFault] = useState<CameraFault | null>(null);
  const { misread, turn, again, take, readFile } = useReading(onAddress);
  return (
    <>
      <Camera key={turn} onText={take} onFault={setFault} off={fault !== null} />
      {fault === null ? (
        <p className={css['hint']}>
          <Trans>Hold the QR code inside the frame.</Trans>
        </p>
      ) : (
        <div className={css['notice']}>
          <Banner tone="warn" inset>
            <CameraFaultText fault={fault} />
          </Banner>
        </div>
      )}
      <MisreadNotice misread={misread} />
      <div className={css['actions']}>
        {(fault === 'refused' || fault === 'busy' || fault === 'unfetched') && (
          <Button
            kind="outline"
            onClick={() => {
              setFault(null);
              again();
            }}
          >
            <Trans>Try the camera again</Trans>
          </Button>
        )}
        <PictureButton onChoose={(file) => void readFile(file)} />
      </div>
    </>
  );
}

/** Opens the choice of a picture; the file field behind it is hidden. */
function PictureButton({ onChoose }: { onChoose: (file: File) => void }) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <PictureInput
        picker={picker}
        label={t`Picture with a QR code`}
        accept="image/png,image/jpeg,image/webp"
        onChoose={onChoose}
      />
      <Button onClick={() => picker.current?.click()}>
        <Trans>Choose a picture</Trans>
      </Button>
    </>
  );
}

/** What a picture or code had in place of an address. */
function MisreadNotice({ misread }: { misread: Misread | null }) {
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
function CameraFaultText({ fault }: { fault: CameraFault }) {
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
