import { Trans, useLingui } from '@lingui/react/macro';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { P2pOrderDetail, P2pParty } from '#protocol/p2p/entities/trade.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import css from './proofs.module.css';

type Proof = P2pOrderDetail['proofs'][number];

/** The pictures of one side, oldest first. */
export function proofsOf({ proofs }: Pick<P2pOrderDetail, 'proofs'>, by: P2pParty): readonly Proof[] {
  return proofs.filter((proof) => proof.by === by);
}

/** A small picture that opens large. */
export function ProofThumb({ proof, label }: { proof: Proof; label: string }) {
  const [open, setOpen] = useState(false);
  const isDestroyed = proof.destroyed === true;
  const url = useFileUrl(isDestroyed ? null : proof.file);
  return (
    <>
      <button
        type="button"
        className={css['thumb']}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {url === null ? <Icon of={ImageOff} /> : <img src={url} alt="" />}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={formatTime(proof.at, 'dateTime')} tall>
        {url === null ? <Icon of={ImageOff} size="bar" /> : <img className={css['large']} src={url} alt={label} />}
        {isDestroyed && (
          <p>
            <Trans>This picture was destroyed at the request of the person who showed it.</Trans>
          </p>
        )}
      </Sheet>
    </>
  );
}

/** All the pictures of a side in a row. */
export function ProofThumbs({ proofs, whose }: { proofs: readonly Proof[]; whose: string }) {
  const { t } = useLingui();
  const count = proofs.length;
  if (count === 0) return null;
  return (
    <ul className={css['list']}>
      {proofs.map((proof, index) => (
        <li key={proof.file}>
          <ProofThumb proof={proof} label={t`${whose}: picture ${index + 1} of ${count}`} />
        </li>
      ))}
    </ul>
  );
}
