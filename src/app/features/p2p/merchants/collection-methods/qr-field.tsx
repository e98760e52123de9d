import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode as QrIcon } from 'lucide-react';
import { useRef } from 'react';
import type { PaymentMethod } from '#protocol/p2p/currencies.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { PictureField } from '#app/features/identity/picture-field.tsx';
import type { QrUpload } from './qr-scan.ts';
import { qrVerdict } from './qr-verdict.ts';

interface QrFieldProps {
  readonly method: Exclude<PaymentMethod, 'bank'>;
  readonly account: string;
  readonly qr: QrUpload;
}

/** Why a chosen QR picture cannot be kept; null for a good one and for none. */
export function qrProblem({ method, account, qr: { scan } }: QrFieldProps): 'unreadable' | 'foreign' | null {
  if (scan.is === 'unreadable') return 'unreadable';
  return scan.is === 'read' && qrVerdict(method, account, scan.text) === 'foreign' ? 'foreign' : null;
}

/** The picture of a QR code, read on the device and shown as it will be seen; it may be left out. */
export function QrField(props: QrFieldProps) {
  const { t } = useLingui();
  const { qr } = props;
  const { scan, upload } = qr;
  const problem = qrProblem(props);
  const line = useQrLine(props);
  const isWrong = problem !== null || upload.state.is === 'failed';
  return (
    <PictureField
      title={<Trans>QR code (optional)</Trans>}
      frame="square"
      picture={
        scan.is === 'read' ? (
          <QrCode text={scan.text} size={92} label={t`QR code as read`} />
        ) : (
          <Icon of={QrIcon} size="bar" />
        )
      }
      is={isWrong ? 'wrong' : upload.state.is === 'kept' ? 'kept' : null}
      line={line}
      status={<LiveRegion>{scan.is === 'none' || upload.state.is === 'sending' ? null : line}</LiveRegion>}
    >
      {upload.state.is === 'failed' && problem === null && (
        <Button size="s" onClick={upload.retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <PictureChoice isChosen={scan.is !== 'none'} onPicture={qr.choose} />
      {scan.is !== 'none' && (
        <Button size="s" kind="outline" onClick={qr.remove}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </PictureField>
  );
}

/** What is said of the picture now. */
function useQrLine(props: QrFieldProps): string {
  const { t, i18n } = useLingui();
  const { method, account, qr } = props;
  const { state } = qr.upload;
  const failure = useFailureText(state.is === 'failed' ? state.error : null);
  const problem = qrProblem(props);
  const name = i18n._(methodNames[method]);
  if (qr.scan.is === 'none') return t`Buyers scan it to pay you. It is read on this device first.`;
  if (qr.scan.is === 'reading') return t`Reading…`;
  if (problem === 'unreadable') return t`No QR code was found. Choose a picture where it is complete and sharp.`;
  if (problem === 'foreign' || qr.scan.is !== 'read') return t`This is not a QR code of ${name}.`;
  const percent = state.is === 'sending' ? Math.round(state.share * 100) : 0;
  if (state.is === 'failed') return failure ?? '';
  if (state.is !== 'kept') return t`Sending… ${percent}%`;
  return qrVerdict(method, account, qr.scan.text) === 'matches'
    ? t`QR matches the account`
    : t`A QR code of ${name}. Check that it is yours.`;
}

function PictureChoice({ isChosen, onPicture }: { isChosen: boolean; onPicture: (file: File) => void }) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  const label = isChosen ? t`Replace` : t`Choose a picture`;
  return (
    <>
      <Button size="s" kind={isChosen ? 'outline' : 'second'} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <PictureInput picker={picker} label={label} accept="image/jpeg,image/png" onChoose={onPicture} />
    </>
  );
}
