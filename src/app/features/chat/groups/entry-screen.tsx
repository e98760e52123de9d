import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Eye, HandCoins, Link, MessagesSquare, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { CheckBox } from '#app/ui/controls/CheckBox.tsx';
import { ErrorState } from '#app/ui/layout/EmptyState.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Section, Stack } from '#app/ui/layout/Section.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { PasswordField, useEntering } from './entering.tsx';
import css from './entry-screen.module.css';
import { configQuery, groupsQuery } from '../queries.ts';

/** What the community is, its rules, accepted once, and its password where there is one. */
export function EntryScreen() {
  const { t } = useLingui();
  const config = useQuery(configQuery);
  const standing = useQuery(groupsQuery);
  const failure = useFailureText(config.error ?? standing.error);
  const me = standing.data?.me;
  const isFailed = (config.isError && config.data === undefined) || (standing.isError && me === undefined);
  return (
    <Page
      title={t`Group chat`}
      onRefresh={() => Promise.all([config.refetch(), standing.refetch()])}
      bottom={me === undefined || config.data === undefined || me.banned ? null : <EnterBar isAdmitted={me.admitted} />}
    >
      {config.data?.open === false && (
        <Banner tone="warn">
          <Trans>Chat is under maintenance. You can read messages; sending will be back soon.</Trans>
        </Banner>
      )}
      <div className={css['head']}>
        <IconTile icon={MessagesSquare} tone="accent" large />
        <p>
          <Trans>Traders share questions, experience and news here. Everyone in the group sees your messages.</Trans>
        </p>
      </div>
      {isFailed && (
        <ErrorState
          title={<Trans>The chat did not load</Trans>}
          text={failure}
          retrying={config.isFetching || standing.isFetching}
          onRetry={() => void Promise.all([config.refetch(), standing.refetch()])}
        />
      )}
      {!isFailed && (me === undefined || config.data === undefined) && <SkeletonRow count={4} leading />}
      {me?.banned === true && (
        <Stack inset>
          <Banner tone="danger" inset>
            <Trans>
              You cannot use the chat because its rules were broken. Contact customer service if you have questions.
            </Trans>
          </Banner>
        </Stack>
      )}
      <Rules own={config.data?.rules ?? null} />
    </Page>
  );
}

function Rules({ own }: { own: string | null }) {
  return (
    <Section title={<Trans>Rules</Trans>}>
      <ListRow
        leading={<IconTile icon={ShieldAlert} />}
        title={<Trans>Keep your secrets safe</Trans>}
        sub={
          <span className={css['rule']}>
            <Trans>No passwords, codes, recovery phrases or phone numbers. Dunlin never asks for them here.</Trans>
          </span>
        }
        light
      />
      <ListRow
        leading={<IconTile icon={HandCoins} />}
        title={<Trans>No deals, no promises</Trans>}
        sub={
          <span className={css['rule']}>
            <Trans>Do not collect coins, sell signals or promise profits here.</Trans>
          </span>
        }
        light
      />
      <ListRow
        leading={<IconTile icon={Ban} />}
        title={<Trans>Respect each other</Trans>}
        sub={
          <span className={css['rule']}>
            <Trans>No insults, no threats, no advertising. Long-press a message to report it.</Trans>
          </span>
        }
        light
      />
      <ListRow
        leading={<IconTile icon={Link} />}
        title={<Trans>Links open outside Dunlin</Trans>}
        sub={
          <span className={css['rule']}>
            <Trans>You are asked before a link opens. Check its real address.</Trans>
          </span>
        }
        light
      />
      <ListRow
        leading={<IconTile icon={Eye} />}
        title={<Trans>What others see about you</Trans>}
        sub={
          <span className={css['rule']}>
            <Trans>Your nickname, your picture and part of your ID. Dunlin may remove messages and mute users.</Trans>
          </span>
        }
        light
      />
      {own !== null && (
        <p className={css['own']} dir="auto">
          {own}
        </p>
      )}
    </Section>
  );
}

function EnterBar({ isAdmitted }: { isAdmitted: boolean }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: config } = useQuery(configQuery);
  const { data: standing } = useQuery(groupsQuery);
  const needsPassword = standing?.me.passwordNeeded === true;
  const entering = useEntering(needsPassword);
  const { enter, failure, password, reason } = entering;
  const version = config?.rulesVersion ?? 1;
  const hasAccepted = (standing?.me.rulesAccepted ?? 0) >= version;
  const [isAccepted, setIsAccepted] = useState(hasAccepted);
  const toGroups = () => void navigate({ to: '/pages/usreMei/usreMei', replace: true });
  if (isAdmitted) {
    return (
      <Button kind="primary" wide onClick={toGroups}>
        <Trans>Open the groups</Trans>
      </Button>
    );
  }
  const missing = isAccepted ? reason : t`Accept the rules first`;
  const open = () => {
    if (missing !== null) return;
    enter.mutate(
      { rules: version, ...(needsPassword ? { password } : {}) },
      { onSuccess: ({ me }) => (me.admitted ? toGroups() : undefined) },
    );
  };
  return (
    <Stack gap={3} inset>
      {needsPassword && <PasswordField label={t`Chat password`} entering={entering} onEnter={open} />}
      <CheckBox checked={isAccepted} onChange={setIsAccepted}>
        <Trans>I have read the rules and will follow them</Trans>
      </CheckBox>
      {!needsPassword && failure !== null && (
        <Banner tone="danger" inset live>
          {failure}
        </Banner>
      )}
      <Button
        kind="primary"
        wide
        busy={enter.isPending}
        {...(missing === null ? {} : { disabledReason: missing })}
        onClick={open}
      >
        <Trans>Enter the chat</Trans>
      </Button>
    </Stack>
  );
}
