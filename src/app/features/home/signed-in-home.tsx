import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, Search } from 'lucide-react';
import { useUnread } from '../../platform/stream/stream-hooks.ts';
import { Avatar } from '../../ui/CoinIcon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { profileQuery } from '../account/queries.ts';
import { Carousel } from './carousel.tsx';
import { Entries } from './entries.tsx';
import { HomeFrame } from './home-frame.tsx';
import { LatestNews } from './latest-news.tsx';
import { MessageLine } from './message-line.tsx';
import { unreadQuery } from './queries.ts';
import css from './signed-in-home.module.css';
import { TotalBalance } from './total-balance.tsx';
import { Watchlist } from './watchlist.tsx';

/** Home of who is signed in: what one has, what one does most, and the pairs one follows. */
export default function SignedInHome() {
  return (
    <HomeFrame actions={<HeadActions />}>
      <TotalBalance />
      <Entries />
      <MessageLine />
      <Watchlist />
      <Carousel />
      <LatestNews />
    </HomeFrame>
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
