import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Users } from 'lucide-react';
import { Banner } from '../../ui/layout/Banner.tsx';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '../../ui/lists/ListRow.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { Icon } from '../../ui/icons.tsx';
import { communityIcons } from './community-icons.ts';
import { judgeHere } from './judge-here.ts';
import { useOpenLink } from './open-link.ts';
import { communityQuery } from './queries.ts';
import { LoadError } from '../loading/load-error.tsx';

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
      {links === undefined && community.error !== null && (
        <LoadError query={community} title={t`The links did not load`} />
      )}
      {links === undefined && community.error === null && <SkeletonRow count={4} leading />}
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
