import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatPerson } from '../../../contract/entities/chat.ts';
import { call } from '../../platform/api.ts';
import { useFileUrl } from '../../platform/file-url.ts';
import { useFailureText } from '../../platform/refusal-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Avatar } from '../../ui/CoinIcon.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { ListRow } from '../../ui/ListRow.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { SkeletonRow } from '../../ui/Skeleton.tsx';
import { nameOf } from './names.ts';

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
  const failure = useFailureText(members.error);
  const people = members.data?.pages.flatMap((page) => page.members);
  if (people === undefined) {
    if (!members.isError) return <SkeletonRow count={6} leading />;
    return (
      <ErrorState
        title={<Trans>Members did not load</Trans>}
        text={failure}
        retrying={members.isFetching}
        onRetry={() => void members.refetch()}
      />
    );
  }
  return (
    <>
      {people.map((person) => (
        <Member key={person.handle} person={person} />
      ))}
      {members.hasNextPage && (
        <Button kind="text" wide busy={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function Member({ person }: { person: ChatPerson }) {
  const url = useFileUrl(person.avatar);
  const name = nameOf(person, '');
  return (
    <ListRow
      leading={<Avatar name={name} {...(url === null ? {} : { src: url })} />}
      title={<bdi>{name}</bdi>}
      sub={person.maskedId}
    />
  );
}
