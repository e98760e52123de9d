import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatUser } from '#protocol/chat/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { nameOf } from '#app/features/chat/names.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

interface MembersSheetProps {
  open: boolean;
  onClose: () => void;
  group: string;
  count: number;
}

/** Who is in a group: nickname, picture and masked id. */
export function MembersSheet({ open, onClose, group, count }: MembersSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={<Plural value={count} one="# member" other="# members" />} tall flush>
      <Members group={group} />
    </Sheet>
  );
}

function Members({ group }: { group: string }) {
  const members = useInfiniteQuery({
    queryKey: ['chat-members', group],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET getChatList',
        { what: 'members', group, size: '50', ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: (last) => last.next,
  });
  const users = members.data?.pages.flatMap((page) => page.members);
  if (users === undefined) return <NotLoaded query={members} title={<Trans>Members did not load</Trans>} rows={6} />;
  return (
    <>
      {users.map((user) => (
        <Member key={user.handle} user={user} />
      ))}
      {members.hasNextPage && (
        <Button kind="text" wide busy={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function Member({ user }: { user: ChatUser }) {
  const url = useFileUrl(user.avatar);
  const name = nameOf(user, '');
  return (
    <ListRow
      leading={<Avatar name={name} {...(url === null ? {} : { src: url })} />}
      title={<bdi>{name}</bdi>}
      sub={user.maskedId}
    />
  );
}
