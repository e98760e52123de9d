import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantSettings } from '#protocol/p2p/entities/merchants.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Switch } from '#app/ui/controls/CheckBox.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useChangeSettings } from './mutations.ts';
import css from './settings.module.css';

/** Everything rests, or trades: one tap, no question. */
export function PauseRow({ settings: { paused, open } }: { settings: MerchantSettings }) {
  const { t } = useLingui();
  const reachable = useReachable();
  const change = useChangeSettings();
  return (
    <div className={css['row']}>
      <div>
        <p className={css['name']}>
          {paused ? <Trans>All adverts paused</Trans> : <Trans>Adverts can be taken</Trans>}
        </p>
        <p className={css['text']}>
          {paused ? (
            <Trans>Nobody sees or takes them. Open orders go on.</Trans>
          ) : open ? (
            <Trans>Open now.</Trans>
          ) : (
            <Trans>Closed until your opening hours.</Trans>
          )}
        </p>
      </div>
      <Switch
        label={t`Adverts can be taken`}
        checked={!paused}
        busy={change.isPending}
        disabled={!reachable}
        onChange={(checked) =>
          change.mutate(
            { paused: !checked },
            {
              onSuccess: () => toast.show({ title: checked ? t`Adverts resumed` : t`All paused. Open orders go on.` }),
            },
          )
        }
      />
    </div>
  );
}
