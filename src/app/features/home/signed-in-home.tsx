import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, Search } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { favourites } from '#app/platform/storage/favourites.ts';
import { useUnread } from '#app/platform/stream/stream-hooks.ts';
import { Section, TextLink } from '#app/ui/layout/Section.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { profileQuery } from '../account/queries.ts';
import { firstSort, sorted } from '../market/boards.ts';
import { listedPairs } from '../market/queries.ts';
import { Carousel } from './carousel.tsx';
import { Entries } from './entries.tsx';
import { HomeFrame } from './home-frame.tsx';
import { LatestNews } from './latest-news.tsx';
import { MessageLine } from './message-line.tsx';
import { PairList, usePairBoard } from './pair-list.tsx';
import { ownMessagesQuery, unreadQuery } from './queries.ts';
import css from './signed-in-home.module.css';
import { TotalBalance } from './total-balance.tsx';

/** Home of who is signed in: what one has, what one does most, and the pairs one follows. */
export default function SignedInHome() {
  return (
    <HomeFrame actions={<HeadActions />}>
      <TotalBalance />
      <Entries />
      <OwnMessageLine />
      <Watchlist />
      <Carousel />
      <LatestNews />
    </HomeFrame>
  );
}

/** Own unread notices come first; they are refetched when the streamed count changes. */
function OwnMessageLine() {
  const client = useQueryClient();
  const locale = useObservable(language);
  const { data } = useQuery(ownMessagesQuery(locale));
  const unread = useUnread();
  useEffect(() => {
    if (unread !== null) void client.invalidateQueries({ queryKey: ['getMsg'] });
  }, [client, unread]);
  const own = (data?.list ?? []).map(({ id, text }) => ({ key: id, text, to: `/pages/notice/details?id=${id}` }));
  return <MessageLine own={own} />;
}

function HeadActions() {
  const { t } = useLingui();
  const shown = useUnread();
  const { data: counted } = useQuery({ ...unreadQuery, enabled: shown === null });
  const { data: profile } = useQuery(profileQuery);
  const unread = shown ?? counted?.unread ?? 0;
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

/** Pairs that stand in for favourites, and the most of these that home shows. */
const suggested = 5;
const shownMost = 8;

/** The pairs a user follows, in the order of starring; without any, those with the most turnover. */
function Watchlist() {
  const starred = useObservable(favourites);
  const from = usePairBoard();
  const { pairs, board } = from;
  const rows = useMemo(() => {
    const listed = listedPairs(pairs.data, board.data);
    if (listed === null) return null;
    const own = starred.flatMap((id) => listed.filter(({ pair }) => pair.id === id)).slice(0, shownMost);
    return own.length > 0 ? own : sorted(listed, firstSort('spot')).slice(0, suggested);
  }, [pairs.data, board.data, starred]);
  return (
    <Section
      title={starred.length > 0 ? <Trans>Watchlist</Trans> : <Trans>Most traded</Trans>}
      action={
        <TextLink href="#/pages/home/market?board=favourites&edit=1">
          <Trans>Edit</Trans>
        </TextLink>
      }
    >
      <PairList
        from={from}
        rows={rows}
        expected={starred.length > 0 ? Math.min(starred.length, shownMost) : suggested}
      />
    </Section>
  );
}
