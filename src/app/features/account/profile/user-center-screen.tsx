import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import {
  Bell,
  EyeOff,
  FilePlus2,
  FileText,
  IdCard,
  Info,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Newspaper,
  Share2,
  ShieldCheck,
  Smartphone,
  Store,
  Users,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Profile } from '#protocol/accounts/entities/profile.ts';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { useObservable } from '#app/platform/observable.ts';
import { visitorHomePath } from '#app/platform/session/public-paths.ts';
import { session } from '#app/platform/session/session.ts';
import { logOut } from '#app/platform/storage/wipe.ts';
import { useTicketUnread } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { CopyIcon } from '#app/ui/controls/CopyIcon.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { confirm } from '#app/ui/overlays/confirm.tsx';
import { useShareLink } from '#app/ui/overlays/sharing.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { SecureSheet } from '../secure/secure-sheet.tsx';
import { useHasWayBack } from '../secure/ways-back.ts';
import { DisplaySettings } from './display-settings.tsx';
import { invitationLink } from './invitation-link.ts';
import { ProfileSection } from './profile-section.tsx';
import { profileQuery } from '../queries.ts';
import { SessionSection } from './session-section.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';

/** Profile, display settings, sessions, and the way to withdrawals. */
export function UserCenterScreen() {
  const { t } = useLingui();
  // The screen is still there for a moment when the session is gone; nothing may be asked for then.
  const signedIn = useObservable(session) !== null;
  // Sessions may have changed elsewhere: the persisted list is shown, and always refetched.
  const profile = useQuery({ ...profileQuery, enabled: signedIn, refetchOnMount: 'always' });
  const { data } = profile;
  return (
    <Page title={t`Account`} onRefresh={() => profile.refetch()} updating={profile.isFetching && data !== undefined}>
      {data === undefined && <NotLoaded query={profile} title={t`Your account did not load`} rows={3} />}
      {data !== undefined && <ProfileSection profile={data} />}
      <SafetyPages verification={data?.verification} />
      <DisplaySettings />
      {data !== undefined && <InvitationSection code={data.invitationCode} />}
      {data !== undefined && <SessionSection sessions={data.sessions} />}
      <Pages />
      <LogOutButton profile={data} />
    </Page>
  );
}

interface PageEntry {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly value?: ReactNode;
  /** The part of the product it belongs to; left out while that is off. */
  readonly feature?: string;
}

/** Rows that lead to other screens; one that this build does not have, or that is switched off, is left out. */
function PageRows({ entries }: { entries: readonly PageEntry[] }) {
  const { routesByPath } = useRouter();
  const { data } = useQuery(launchConfig);
  return entries
    .filter(({ path, feature }) => path in routesByPath && (feature === undefined || data?.features.includes(feature)))
    .map(({ path, title, icon, value }) => (
      <li key={path}>
        <ListRow
          light
          height={56}
          leading={<IconTile icon={icon} />}
          title={title}
          value={value}
          render={(link) => <Link to={path} {...link} />}
        />
      </li>
    ));
}

/** What keeps the account safe, and who the user is. */
function SafetyPages({ verification }: { verification: Profile['verification'] | undefined }) {
  const { t } = useLingui();
  const states = { 'not-verified': t`Not verified`, 'under-review': t`Under review`, verified: t`Verified` };
  const entries = [
    { path: '/pages/mine/security', title: t`Security`, icon: ShieldCheck },
    {
      path: '/pages/mine/authentication',
      title: t`Identity verification`,
      icon: IdCard,
      ...(verification === undefined ? {} : { value: states[verification] }),
    },
    { path: '/pages/business/business', title: t`Merchant centre`, icon: Store, feature: 'otc' },
    { path: '/pages/Apply/Apply', title: t`List a coin`, icon: FilePlus2 },
  ];
  return (
    <Section band>
      <ul>
        <PageRows entries={entries} />
      </ul>
    </Section>
  );
}

function Pages() {
  const { t } = useLingui();
  const isAnswered = useTicketUnread();
  const entries = [
    { path: '/pages/notice/list', title: t`Notices`, icon: Bell },
    { path: '/pages/neWs/neWs', title: t`News`, icon: Newspaper },
    { path: '/pages/usreMei/usreMei', title: t`Group chat`, icon: MessageCircle, feature: 'chat' },
    { path: '/pages/Whiteskin/contact', title: t`Help and contact`, icon: LifeBuoy },
    {
      path: '/pages/workOrder/index',
      title: t`Customer service`,
      icon: MessagesSquare,
      feature: 'support',
      ...(isAnswered ? { value: <Badge tone="accent">{t`New reply`}</Badge> } : {}),
    },
    { path: '/pages/Whiteskin/community', title: t`Community links`, icon: Users, feature: 'content' },
    { path: '/pages/mine/down_View', title: t`Get the app`, icon: Smartphone },
    { path: '/pages/Whiteskin/version', title: t`Version`, icon: Info },
    { path: '/pages/Whiteskin/mairivacy', title: t`User agreement`, icon: FileText },
    { path: '/pages/Whiteskin/privacy', title: t`Privacy policy`, icon: EyeOff },
  ];
  return (
    <Section title={t`About Dunlin`} band>
      <ul>
        <PageRows entries={entries} />
      </ul>
    </Section>
  );
}

/** The own invitation code: copy it, or share the link that carries it. */
function InvitationSection({ code }: { code: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  const shareLink = useShareLink();
  const share = () =>
    shareLink(
      { title: 'Dunlin', text: t`Trade with me on Dunlin.`, url: invitationLink(code, location) },
      t`Invitation link copied`,
    );
  return (
    <Section title={t`Invite`} band>
      <ListRow
        light
        height={56}
        title={t`Invitation code`}
        value={code}
        trailing={<CopyIcon name={t`Copy`} />}
        onClick={() => copy(code, t`Invitation code copied`)}
      />
      <ListRow
        light
        height={56}
        title={t`QR code and poster`}
        render={(row) => <Link to="/pages/Whiteskin/share" {...row} />}
      />
      <Stack gap={3}>
        <Button icon={<Icon of={Share2} />} onClick={() => void share()}>
          <Trans>Share invitation link</Trans>
        </Button>
        <span />
      </Stack>
    </Section>
  );
}

/**
 * Logs out after a question. An account that nobody could log in to again is offered an email or a passkey first.
 *
 * @param profile what is known of the account; its contacts decide while the exchange has not said more
 */
function LogOutButton({ profile }: { readonly profile: Profile | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);
  const [warned, setWarned] = useState(false);
  const known = useHasWayBack();
  const hasWayBack = known ?? (profile === undefined || profile.email !== null || profile.phone !== null);
  const leave = async () => {
    setWarned(false);
    setLeaving(true);
    await logOut(client);
    toast.clear();
    router.history.replace(visitorHomePath);
  };
  const ask = async () => {
    if (!hasWayBack) {
      setWarned(true);
      return;
    }
    const sure = await confirm({
      title: t`Log out?`,
      text: t`Everything Dunlin stores about you on this device is removed. Your orders and money are not affected.`,
      confirmLabel: t`Log out`,
    });
    if (sure) await leave();
  };
  return (
    <Section band>
      <Stack gap={3}>
        <span />
        <Button
          kind="outline"
          icon={<LogOut size={20} aria-hidden />}
          busy={leaving}
          busyLabel={t`Logging out…`}
          onClick={() => void ask()}
        >
          <Trans>Log out</Trans>
        </Button>
      </Stack>
      <SecureSheet open={warned} onClose={() => setWarned(false)} onLeave={() => void leave()} />
    </Section>
  );
}
