import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChatAct, ChatMessage, ChatUser } from '#protocol/chat/entities.ts';
import { call } from '#app/platform/api/api.ts';
import { useFileUrl } from '#app/platform/api/file-url.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { nameOf } from '#app/features/chat/names.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { Copy, CornerUpLeft, Flag, Trash2 } from 'lucide-react';
import { actInChat, sentMessage } from '#app/platform/offline/chat-sending.ts';
import { failureText } from '#app/platform/api/refusal-text.ts';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { newActId } from './read-marks.ts';
import css from './message.module.css';

/** The sheets of a room in one file: none is there at first, and one that is asked for brings the others. */

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

interface MessageMenuProps {
  message: ChatMessage | null;
  isOwn: boolean;
  onClose: () => void;
  onReply: (message: ChatMessage) => void;
  /** What is being reported; the menu and the screen both begin it. */
  reported: ChatMessage | null;
  onReported: (message: ChatMessage | null) => void;
}

/** What can be done with a message; each of them says what came of it. */
function useMessageActs(onClose: () => void) {
  const { t } = useLingui();
  const act = async (what: ChatAct, done: string) => {
    try {
      const changed = await actInChat(newActId(), what);
      if (changed !== null) sentMessage.set(changed);
      toast.show({ type: 'success', title: done });
    } catch (error) {
      toast.show({ type: 'error', title: t`That did not work`, detail: await failureText(error) });
    }
  };
  return {
    report: ({ group, number }: ChatMessage, reason: string) =>
      act({ do: 'report', group, number, reason }, t`Reported. Thank you.`),
    copy: async (text: string) => {
      onClose();
      try {
        await navigator.clipboard.writeText(text);
        toast.show({ type: 'success', title: t`Copied` });
      } catch {
        toast.show({ type: 'error', title: t`This browser does not allow copying` });
      }
    },
    remove: async ({ group, number }: ChatMessage) => {
      onClose();
      const sure = await confirm({
        title: t`Delete this message?`,
        text: t`The text disappears for everyone. A note that you wrote here stays visible.`,
        confirmLabel: t`Delete`,
        kind: 'danger',
      });
      if (sure) await act({ do: 'remove', group, number }, t`Message deleted`);
    },
  };
}

/** What can be done with a message: answer, copy, and delete an own one or report another's. */
export function MessageMenu({ message, isOwn, onClose, onReply, reported, onReported }: MessageMenuProps) {
  const { report, copy, remove } = useMessageActs(onClose);
  return (
    <>
      <Sheet open={message !== null} onClose={onClose} title={<Trans>Message</Trans>} flush>
        {message !== null && (
          <>
            <ListRow
              leading={<IconTile icon={CornerUpLeft} />}
              title={<Trans>Reply</Trans>}
              light
              chevron={false}
              onClick={() => {
                onClose();
                onReply(message);
              }}
            />
            {message.text !== '' && (
              <ListRow
                leading={<IconTile icon={Copy} />}
                title={<Trans>Copy text</Trans>}
                light
                chevron={false}
                onClick={() => void copy(message.text)}
              />
            )}
            {isOwn && (
              <ListRow
                leading={<IconTile icon={Trash2} />}
                title={<Trans>Delete</Trans>}
                light
                chevron={false}
                onClick={() => void remove(message)}
              />
            )}
            {!isOwn && message.author !== null && (
              <ListRow
                leading={<IconTile icon={Flag} />}
                title={<Trans>Report</Trans>}
                light
                aria-haspopup="dialog"
                onClick={() => {
                  onClose();
                  onReported(message);
                }}
              />
            )}
          </>
        )}
      </Sheet>
      <ReportSheet
        message={reported}
        onClose={() => onReported(null)}
        onReport={(reason) => {
          if (reported === null) return;
          onReported(null);
          void report(reported, reason);
        }}
      />
    </>
  );
}

interface ReportSheetProps {
  message: ChatMessage | null;
  onClose: () => void;
  onReport: (reason: string) => void;
}

/** Why a message is pointed out; the operator reads the word in English. */
function ReportSheet({ message, onClose, onReport }: ReportSheetProps) {
  const { t } = useLingui();
  const reasons = [
    { id: 'fraud', label: t`It tries to get money, codes or passwords` },
    { id: 'advertising', label: t`It is advertising` },
    { id: 'abuse', label: t`It insults or threatens someone` },
    { id: 'other', label: t`Something else` },
  ] as const;
  return (
    <Sheet open={message !== null} onClose={onClose} title={<Trans>What is wrong with it?</Trans>} flush>
      {reasons.map(({ id, label }) => (
        <ListRow key={id} title={label} light chevron={false} onClick={() => onReport(id)} />
      ))}
    </Sheet>
  );
}

interface PictureSheetProps {
  readonly image: ChatMessage['image'];
  /** Of the author. */
  readonly name: string;
  readonly onClose: () => void;
}

/** A picture as large as the screen allows. */
export function PictureSheet({ image, name, onClose }: PictureSheetProps) {
  const { t } = useLingui();
  const url = useFileUrl(image?.id ?? null);
  return (
    <Sheet open={image !== null} onClose={onClose} title={<Trans>Picture of {name}</Trans>} tall>
      {image !== null && url !== null && (
        <img className={css['large']} src={url} alt={t`Picture of ${name}`} width={image.width} height={image.height} />
      )}
    </Sheet>
  );
}
