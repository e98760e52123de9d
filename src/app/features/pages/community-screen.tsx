import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  Camera,
  CirclePlay,
  ExternalLink,
  GitBranch,
  Globe,
  Hash,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Radio,
  Send,
  ThumbsUp,
  Users,
} from 'lucide-react';
import type { CommunityLink } from '#protocol/content/entities.ts';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { judgeHere } from './judge-here.ts';
import { leave } from './leave.tsx';
import { isListedHost } from './outside-address.ts';
import { communityQuery } from './queries.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';

/** Opens a link of others: inside the app when the operator listed its host, else outside after a warning, or never. */
function useOpenLink(): (text: string) => void {
  const router = useRouter();
  const { data } = useQuery(launchConfig);
  return (text) => {
    const judged = judgeHere(text, data?.webViewHosts);
    if (judged.opens && isListedHost(judged.address.host, data?.webViewHosts ?? []))
      void router.navigate({ to: '/pages/web-view/web-view', search: { url: judged.address.url } });
    else void leave(text);
  };
}

/** What each place is like, drawn plainly: no marks of other companies. */
const communityIcons: Readonly<Record<CommunityLink['kind'], LucideIcon>> = {
  x: Hash,
  telegram: Send,
  discord: MessagesSquare,
  youtube: CirclePlay,
  facebook: ThumbsUp,
  instagram: Camera,
  reddit: MessageCircle,
  github: GitBranch,
  line: MessageCircle,
  weibo: Radio,
  website: Globe,
};

/** Where the operator talks with users elsewhere: each link asks before it leaves. */
export function CommunityScreen() {
  const { t } = useLingui();
  const open = useOpenLink();
  const community = useQuery(communityQuery);
  const { data } = community;
  // What is never opened is not offered either.
  const links = data?.list.flatMap((link) => {
    const judged = judgeHere(link.url);
    return judged.opens ? [{ ...link, host: judged.address.host }] : [];
  });
  return (
    <Page
      title={t`Community`}
      onRefresh={() => community.refetch()}
      updating={community.isFetching && data !== undefined}
    >
      {links === undefined && <NotLoaded query={community} title={t`The links did not load`} rows={4} />}
      {links?.length === 0 && (
        <EmptyState icon={Users} title={t`No communities yet`} text={t`Their links will appear here.`} />
      )}
      {links !== undefined && links.length > 0 && (
        <>
          <ul>
            {links.map(({ kind, name, url, host }) => (
              <li key={url}>
                <ListRow
                  leading={<IconTile icon={communityIcons[kind]} />}
                  title={name}
                  sub={<bdi>{host}</bdi>}
                  trailing={<Icon of={ExternalLink} size="inline" />}
                  aria-haspopup="dialog"
                  onClick={() => open(url)}
                />
              </li>
            ))}
          </ul>
          <Banner inset>
            <Trans>These pages are not part of Dunlin. No one there may ask for your password, a code or coins.</Trans>
          </Banner>
        </>
      )}
    </Page>
  );
}
