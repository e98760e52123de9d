import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, ChevronRight, CircleAlert } from 'lucide-react';
import type { CollectionMethod } from '#protocol/p2p/entities/collection-methods.ts';
import { Icon } from '#app/ui/icons.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { methodIcons } from './method-icons.ts';
import { qrVerdict } from './qr-verdict.ts';
import { useStoredQr } from './stored-qr.ts';
import css from './methods.module.css';

interface MethodCardProps {
  readonly method: CollectionMethod;
  /** Listed adverts that offer it; null while that is not known. */
  readonly adverts: number | null;
  readonly onOpen: () => void;
}

/** An account as a card one could hold: its name, its masked number, its QR code. */
export function MethodCard({ method, adverts, onOpen }: MethodCardProps) {
  const { t, i18n } = useLingui();
  const text = useStoredQr(method.qr);
  const isWrong = isQrWrong(method, text);
  const about = method.method === 'bank' ? [method.bank, method.branch].filter(Boolean).join(' ') : null;
  return (
    <button
      type="button"
      className={css['card']}
      data-wrong={isWrong || undefined}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={css['cardHead']}>
        <IconTile icon={methodIcons[method.method]} />
        <span>
          <span className={css['cardName']}>{i18n._(methodNames[method.method])}</span>
          <span className={css['holder']} data-wrong={isWrong || undefined}>
            <Icon of={isWrong ? CircleAlert : BadgeCheck} size="inline" />
            <span>
              {isWrong
                ? t`The QR code cannot be used`
                : [method.holder.toUpperCase(), about].filter(Boolean).join(', ')}
            </span>
          </span>
        </span>
      </span>
      <span className={css['account']}>{method.account}</span>
      <span className={css['used']}>
        {adverts === null || adverts === 0 ? <Trans>Not in an advert yet</Trans> : <AdvertCount count={adverts} />}
      </span>
      {typeof text === 'string' ? (
        <span className={css['cardQr']}>
          <QrCode text={text} size={92} label={t`QR code`} />
        </span>
      ) : (
        <Icon of={ChevronRight} size="row" className={css['arrow']} />
      )}
    </button>
  );
}

function AdvertCount({ count }: { count: number }) {
  const { t } = useLingui();
  return count === 1 ? t`In 1 advert` : t`In ${count} adverts`;
}

/** Whether a stored QR code must not be shown to buyers. */
export function isQrWrong({ method }: Pick<CollectionMethod, 'method'>, text: string | null | undefined): boolean {
  if (method === 'bank' || text === undefined) return false;
  return text === null || qrVerdict(method, '', text) === 'foreign';
}
