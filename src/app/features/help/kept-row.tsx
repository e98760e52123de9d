import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { HardDriveDownload } from 'lucide-react';
import { keptPictureBytes } from '../../platform/library-pictures.ts';
import { emptyLibrary, isLibraryOn, keptTextBytes, libraryVersion, startLibraryAgain } from '../../platform/library.ts';
import { formatNumber } from '../../platform/number-format.ts';
import { useObservable } from '../../platform/observable.ts';
import { Button } from '../../ui/Button.tsx';
import { IconTile, ListRow } from '../../ui/ListRow.tsx';
import { Section } from '../../ui/Section.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.ts';

const megabyte = 1024 * 1024;

/** How much is kept on this device to be read without a network, and the way to take it off. */
export function KeptRow() {
  const { t } = useLingui();
  const client = useQueryClient();
  const isOn = useObservable(isLibraryOn);
  const version = useObservable(libraryVersion);
  const size = useQuery({
    queryKey: ['library-size', { version }],
    queryFn: async () => (await keptTextBytes()) + (await keptPictureBytes()),
    gcTime: 0,
    placeholderData: (before: number | undefined) => before,
  });
  const keepAgain = async () => {
    startLibraryAgain();
    const areas = [await import('../news/ahead.ts'), await import('./ahead.ts')];
    for (const { fetchAhead } of areas) await fetchAhead(client);
  };
  const remove = async () => {
    const sure = await confirm({
      title: t`Remove texts from this device?`,
      text: t`Help, news and pages then need a connection. Nothing is fetched ahead until you switch it on again.`,
      confirmLabel: t`Remove`,
    });
    if (!sure) return;
    await emptyLibrary();
    toast.show({ type: 'success', title: t`Texts removed` });
  };
  const megabytes = formatNumber(String(Math.ceil(((size.data ?? 0) / megabyte) * 10) / 10), { decimals: 1 });
  return (
    <Section band>
      <ListRow
        light
        leading={<IconTile icon={HardDriveDownload} />}
        title={<Trans>Kept for reading offline</Trans>}
        sub={isOn ? <Trans>{megabytes} MB on this device</Trans> : <Trans>Nothing is kept</Trans>}
        trailing={
          isOn ? (
            <Button size="s" kind="text" onClick={() => void remove()}>
              <Trans>Remove</Trans>
            </Button>
          ) : (
            <Button size="s" kind="text" onClick={() => void keepAgain().catch(() => undefined)}>
              <Trans>Keep texts</Trans>
            </Button>
          )
        }
      />
    </Section>
  );
}
