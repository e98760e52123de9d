import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, Search } from 'lucide-react';
import { refreshStream } from '../../platform/stream/stream.ts';
import { useUnread } from '../../platform/stream/stream-hooks.ts';
import { Avatar } from '../../ui/CoinIcon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { profileQuery } from '../account/queries.ts';
import { Brand } from './brand.tsx';
import { Carousel } from './carousel.tsx';
import { Entries } from './entries.tsx';
import { LatestNews } from './latest-news.tsx';
import { MessageLine } from './message-line.tsx';
import { unreadQuery } from './queries.ts';
import css from './signed-in-home.module.css';
import { TotalBalance } from './total-balance.tsx';
import { Watchlist } from './watchlist.tsx';

/** Home of who is signed in: what one has, what one does most, and the pairs one follows. */
export function SignedInHome() {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => {
    refreshStream();
    return client.refetchQueries({ type: 'active' });
  };
  return (
    <Page root title={t`Home`} lead={<Brand />} actions={<HeadActions />} onRefresh={refresh}>
      <TotalBalance />
      <Entries />
      <MessageLine />
      <Watchlist />
      <Carousel />
      <LatestNews />
    </Page>
  );
}

function HeadActions() {
  const { t } = useLingui();
  const told = useUnread();
  const { data: counted } = useQuery({ ...unreadQuery, enabled: told === null });
  const { data: profile } = useQuery(profileQuery);
  const unread = told ?? counted?.unread ?? 0;
  return (
    <>
      <IconButton icon={Search} label={t`Search`} href="#/pages/home/market?search=1" />
      <IconButton
        icon={Bell}
        label={unread > 0 ? t`Notices, unread: ${unread}` : t`Notices`}
        dot={unread > 0}
        href="#/pages/notice/list"
      />
      <a className={css['avatar']} href="#/pages/mine/userCenter" aria-label={t`User centre`}>
        <Avatar name={profile?.nickname ?? ''} size={24} />
      </a>
    </>
  );
}
