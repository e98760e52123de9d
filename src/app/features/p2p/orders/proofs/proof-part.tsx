import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronRight, ImagePlus, RotateCcw, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { paymentProofsMax } from '#protocol/p2p/currencies.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { uploadProof } from '#app/platform/api/upload.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { PictureInput } from '#app/ui/controls/PictureInput.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Progress } from '#app/ui/layout/Progress.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { type PhotoUpload, type SendPhoto, usePhotoUpload } from '#app/features/identity/photo-upload.ts';
import { orderQuery } from '../queries.ts';
import { ProofThumb, proofsOf } from './proof-picture.tsx';
import css from './proofs.module.css';

/** Uploads pictures to an order, one at a time; each is part of the order's evidence as soon as it is stored. */
function useProofUpload(order: string): PhotoUpload {
  const client = useQueryClient();
  const sendPhoto = useCallback<SendPhoto>(
    (file, onProgress, signal) => uploadProof(order, file, onProgress, signal),
    [order],
  );
  const upload = usePhotoUpload(sendPhoto);
  const isKept = upload.state.is === 'kept';
  useEffect(() => {
    if (!isKept) return;
    void client.invalidateQueries({ queryKey: orderQuery(order).queryKey });
  }, [client, isKept, order]);
  return upload;
}

interface ProofPartProps {
  detail: P2pOrderDetail;
  /** What the row that adds a picture is called, and why one is added. */
  title: ReactNode;
  hint: ReactNode;
}

/** Own pictures of an order: those that were added, the one on its way, and a row that adds another. */
export function ProofPart({ detail, title, hint }: ProofPartProps) {
  const { t } = useLingui();
  const { order } = detail;
  const upload = useProofUpload(order.id);
  const own = proofsOf(detail, order.side === 'buy' ? 'buyer' : 'seller');
  const { state } = upload;
  const isOnItsWay = state.is === 'shrinking' || state.is === 'sending' || state.is === 'failed';
  const room = paymentProofsMax - own.length;
  return (
    <>
      {own.map((proof, index) => (
        <div key={proof.file} className={`${css['row']} ${css['sent']}`}>
          <ProofThumb proof={proof} label={t`Show picture ${index + 1}`} />
          <span className={css['words']}>
            <span className={css['title']}>
              <Trans>Picture {index + 1}</Trans>
            </span>
            <span className={css['sub']}>
              <Trans>Added {formatTime(proof.at, 'time')}</Trans>
            </span>
          </span>
        </div>
      ))}
      {isOnItsWay && <OnItsWay upload={upload} />}
      {!isOnItsWay && room > 0 && (
        <AddRow upload={upload} title={own.length === 0 ? title : <Trans>Add another picture</Trans>}>
          {own.length === 0 ? (
            hint
          ) : (
            <Plural value={room} one="Room for # more (JPG or PNG)" other="Room for # more (JPG or PNG)" />
          )}
        </AddRow>
      )}
      <LiveRegion>{state.is === 'kept' ? t`Picture added` : null}</LiveRegion>
    </>
  );
}

function AddRow({ upload, title, children }: { upload: PhotoUpload; title: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={css['row']} onClick={() => picker.current?.click()}>
        <Icon of={ImagePlus} size="bar" />
        <span className={css['words']}>
          <span className={css['title']}>{title}</span>
          <span className={css['sub']}>{children}</span>
        </span>
        <Icon of={ChevronRight} />
      </button>
      <PictureInput picker={picker} label={t`Picture of the payment`} accept="image/*" onChoose={upload.choose} />
    </>
  );
}

/** The picture that is being sent: its progress, and a way to remove it; or why it was not taken. */
function OnItsWay({ upload }: { upload: PhotoUpload }) {
  const { t } = useLingui();
  const { state } = upload;
  const failure = useFailureText(state.is === 'failed' ? state.error : null);
  const preview = 'preview' in state ? state.preview : null;
  const percent = state.is === 'sending' ? Math.round(state.share * 100) : 0;
  return (
    <div className={css['row']}>
      <span className={css['thumb']}>{preview === null ? <Icon of={ImagePlus} /> : <img src={preview} alt="" />}</span>
      <span className={css['words']}>
        {state.is === 'failed' ? (
          <span className={css['sub']} data-tone="danger" role="alert">
            {failure}
          </span>
        ) : (
          <span className={css['title']}>
            {state.is === 'sending' ? <Trans>Sending… {percent}%</Trans> : <Trans>Making it smaller…</Trans>}
          </span>
        )}
        {state.is === 'sending' && <Progress label={t`Upload`} share={state.share} />}
      </span>
      <span className={css['acts']}>
        {state.is === 'failed' && preview !== null && (
          <IconButton icon={RotateCcw} label={t`Send the picture again`} onClick={upload.retry} />
        )}
        <IconButton icon={X} tone="quiet" label={t`Remove picture`} onClick={upload.cancel} />
      </span>
    </div>
  );
}
