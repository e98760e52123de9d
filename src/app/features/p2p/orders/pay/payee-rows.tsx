import { Trans, useLingui } from '@lingui/react/macro';
import { QrCode } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { shownBankNumber } from '#protocol/p2p/bank-accounts/forms.ts';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { accountKindNames, bankNumberName } from '#app/features/p2p/parts/bank-labels.ts';
import { MethodName } from '#app/features/p2p/parts/method-name.tsx';
import css from '../order.module.css';
import { bankName, VerifiedName } from '../verified-name.tsx';
import { CopyMark } from '../copy-mark.tsx';

/** Where to pay, line by line as a bank's form asks for it: frozen when the order was taken. */
export function PayeeRows({ detail }: { detail: P2pOrderDetail }) {
  const { t, i18n } = useLingui();
  const { payee, order } = detail;
  const { method, holder, account, bank, branch, region, kind, qr } = payee;
  const accountLabel = {
    alipay: t`Alipay account`,
    wechat: t`WeChat account`,
    bank: i18n._(bankNumberName(region, 'account')),
    paypal: t`PayPal account`,
  }[method];
  return (
    <Section title={<Trans>Pay to</Trans>} action={<MethodName method={method} />}>
      <dl>
        <CopyRow label={t`Account name`} value={<VerifiedName name={holder} />} copy={bankName(holder)} />
        <CopyRow
          label={accountLabel}
          value={method === 'bank' ? shownBankNumber(region, 'account', account) : account}
          copy={account}
          marks={qr === null ? undefined : <QrMark file={qr} name={holder} />}
        />
        {kind != null && <CopyRow label={t`Type of account`} value={i18n._(accountKindNames[kind])} />}
        {bank !== null && <CopyRow label={t`Bank`} value={bank} copy={bank} />}
        {(['bankCode', 'branchCode'] as const).map((field) => {
          const code = payee[field];
          if (code == null) return null;
          const label = i18n._(bankNumberName(region, field));
          return <CopyRow key={field} label={label} value={shownBankNumber(region, field, code)} copy={code} />;
        })}
        {branch !== null && branch !== '' && <CopyRow label={t`Branch`} value={branch} copy={branch} />}
        <CopyRow label={t`Reference, write only this`} value={order.reference} copy={order.reference} />
      </dl>
    </Section>
  );
}

/** Opens the payee's QR code as wide as the screen. */
function QrMark({ file, name }: { file: string; name: string }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const url = useFileUrl(file);
  return (
    <>
      <IconButton
        icon={QrCode}
        tone="accent"
        label={t`Show the QR code`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={bankName(name)} tall>
        {url === null ? (
          <Skeleton height="20rem" />
        ) : (
          <img className={css['plate']} src={url} alt={t`QR code of ${bankName(name)}`} />
        )}
      </Sheet>
    </>
  );
}

interface CopyRowProps {
  label: string;
  value: ReactNode;
  /** What the mark copies; without one nothing is copied. */
  copy?: string;
  /** Further marks before the one that copies. */
  marks?: ReactNode;
}

/** One line of a payment form: a name, a value, and marks that copy it. Stands in a `dl`. */
function CopyRow({ label, value, copy, marks }: CopyRowProps) {
  const { t } = useLingui();
  return (
    <div className={css['copyRow']}>
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
      <span className={css['marks']}>
        {marks}
        {copy !== undefined && <CopyMark text={copy} label={t`Copy: ${label}`} />}
      </span>
    </div>
  );
}
