import { Trans, useLingui } from '@lingui/react/macro';
import { Smartphone } from 'lucide-react';
import type { Session } from '#protocol/accounts/entities/profile.ts';
import { useObservable } from '#app/platform/observable.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatAgo, formatTime, timeZone } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useEndSession } from '../mutations.ts';

/** Own sessions; any but this one can be ended here. */
export function SessionSection({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useLingui();
  return (
    <Section title={t`Logged in on`} band>
      <ul>
        {sessions.map((each) => (
          <li key={each.id}>
            <SessionRow session={each} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui();
  const reachable = useReachable();
  // Dates are written in this zone.
  useObservable(timeZone);
  const end = useEndSession();
  const { device } = session;
  const since = formatTime(session.createdAt, 'dateTime');
  const used = formatAgo(session.usedAt, serverNow());
  const askAndEnd = async () => {
    const sure = await confirm({
      title: t`End this session?`,
      text: t`${device}, logged in ${since}. It will have to log in again.`,
      confirmLabel: t`End session`,
    });
    if (!sure) return;
    end.mutate(session.id, { onSuccess: () => toast.show({ type: 'success', title: t`Session ended` }) });
  };
  return (
    <ListRow
      leading={<IconTile icon={Smartphone} />}
      title={device}
      sub={session.current ? t`Since ${since}` : t`Used ${used}`}
      trailing={
        session.current ? (
          <Badge tone="accent">{t`This device`}</Badge>
        ) : (
          <Button
            kind="text"
            size="s"
            busy={end.isPending}
            disabled={!reachable}
            label={t`End the session on ${device}`}
            onClick={() => void askAndEnd()}
          >
            <Trans>End</Trans>
          </Button>
        )
      }
    />
  );
}
