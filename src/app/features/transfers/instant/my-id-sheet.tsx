import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import css from '../transfers.module.css';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { idAsCode } from './recipient-draft.ts';

const QrCode = laterPart(() => import('#app/ui/lists/QrCode.tsx'), 'QrCode');
const codePx = 212;

/** The own id, as others need it to send something: to be scanned, read out, or copied. */
export function MyIdSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`My ID`}>
      <MyId />
    </Sheet>
  );
}

function MyId() {
  const { t } = useLingui();
  const { data } = useQuery(profileQuery);
  const copy = useCopy();
  const waiting = <Skeleton width={`${codePx}px`} height={`${codePx}px`} />;
  if (data === undefined) return <div className={css['mine']}>{waiting}</div>;
  const { id } = data;
  return (
    <div className={css['mine']}>
      <Suspense fallback={waiting}>
        <QrCode text={idAsCode(id)} label={t`QR code of your ID`} size={codePx} />
      </Suspense>
      <p className={css['id']}>{id}</p>
      <p className={css['note']}>
        <Trans>Show this to anyone who wants to send you coins.</Trans>
      </p>
      <Button kind="outline" icon={<Icon of={Copy} size="inline" />} onClick={() => copy(id)}>
        <Trans>Copy ID</Trans>
      </Button>
    </div>
  );
}
