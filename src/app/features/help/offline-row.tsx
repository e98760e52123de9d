import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HardDriveDownload } from 'lucide-react';
import { storedPictureBytes } from '#app/platform/offline/offline-pictures.ts';
import {
  removeOfflineArticles,
  isOfflineReadingOn,
  storedTextBytes,
  offlineArticlesVersion,
  restartOfflineArticles,
} from '#app/platform/offline/offline-articles.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

const megabyte = 1024 * 1024;

/** How much is stored on this device for offline reading, and the button that removes it. */
export function OfflineRow() {
  const { t } = useLingui();
  const client = useQueryClient();
  const isOn = useObservable(isOfflineReadingOn);
  const version = useObservable(offlineArticlesVersion);
  const size = useQuery({
    queryKey: ['library-size', { version }],
    queryFn: async () => (await storedTextBytes()) + (await storedPictureBytes()),
    gcTime: 0,
    placeholderData: (before: number | undefined) => before,
  });
  const saveAgain = async () => {
    restartOfflineArticles();
    const areas = [await import('../news/prefetch.ts'), await import('./prefetch.ts')];
    for (const { prefetch } of areas) await prefetch(client);
  };
  const remove = async () => {
    const sure = await confirm({
      title: t`Remove offline texts from this device?`,
      text: t`Help, news and pages will then need a connection. Nothing is downloaded in advance until you switch this on again.`,
      confirmLabel: t`Remove`,
    });
    if (!sure) return;
    await removeOfflineArticles();
    toast.show({ type: 'success', title: t`Texts removed` });
  };
  const megabytes = formatNumber(String(Math.ceil(((size.data ?? 0) / megabyte) * 10) / 10), { decimals: 1 });
  return (
    <Section band>
      <ListRow
        light
        leading={<IconTile icon={HardDriveDownload} />}
        title={<Trans>Saved for offline reading</Trans>}
        sub={isOn ? <Trans>{megabytes} MB on this device</Trans> : <Trans>Nothing saved</Trans>}
        trailing={
          isOn ? (
            <Button size="s" kind="text" onClick={() => void remove()}>
              <Trans>Remove</Trans>
            </Button>
          ) : (
            <Button size="s" kind="text" onClick={() => void saveAgain().catch(() => undefined)}>
              <Trans>Keep offline</Trans>
            </Button>
          )
        }
      />
    </Section>
  );
}
