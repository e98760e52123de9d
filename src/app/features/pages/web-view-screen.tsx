import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ExternalLink, LockKeyhole, ShieldAlert, TriangleAlert } from 'lucide-react';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { faultText } from './fault-labels.ts';
import { judgeHere } from './judge-here.ts';
import { leave } from './leave.tsx';
import { type OutsideAddress, type OutsideFault, isListedHost } from './outside-address.ts';
import css from './web-view-screen.module.css';

/**
 * A third-party page inside the app, when the operator listed its host; any other is opened outside after a
 * warning, or not at all. What is shown gets no token, no referrer, no storage and no way to the app around it.
 */
export function WebViewScreen() {
  const { t } = useLingui();
  const text = useSearch({ strict: false, select: (search) => search.url }) ?? '';
  const { data } = useQuery(launchConfig);
  const listed = data?.webViewHosts ?? [];
  const judged = judgeHere(text, listed);
  if (text === '')
    return (
      <Page title={t`External page`}>
        <EmptyState icon={ExternalLink} title={t`No address was given`} text={t`Go back and choose a link.`} />
      </Page>
    );
  if (!judged.opens) return <Refused fault={judged.fault} />;
  return isListedHost(judged.address.host, listed) ? (
    <Framed address={judged.address} />
  ) : (
    <Unlisted address={judged.address} />
  );
}

function Refused({ fault }: { fault: OutsideFault }) {
  const { t } = useLingui();
  return (
    <Page title={t`External page`}>
      <EmptyState icon={ShieldAlert} title={t`This link is not opened`} text={i18n._(faultText(fault))} />
      <Banner inset tone="warn">
        <Trans>Links like this are made to mislead. Nothing was opened or sent.</Trans>
      </Banner>
    </Page>
  );
}

/** A page that is not shown here: where its address leads, and the way there. */
function Unlisted({ address: { url, host } }: { address: OutsideAddress }) {
  const { t } = useLingui();
  return (
    <Page
      title={t`External page`}
      bottom={
        <Button kind="primary" size="l" icon={<Icon of={ExternalLink} size="row" />} onClick={() => void leave(url)}>
          <Trans>Open outside</Trans>
        </Button>
      }
    >
      <div className={css['about']}>
        <p className={css['lead']}>
          <Trans>This link opens outside Dunlin:</Trans>
        </p>
        <p className={css['host']} dir="ltr">
          {host}
        </p>
        <p className={css['address']} dir="ltr">
          {url}
        </p>
      </div>
      <Banner inset tone="warn" icon={TriangleAlert}>
        <Trans>
          Dunlin has not checked this page. Never enter your password, a code or a wallet recovery phrase there.
        </Trans>
      </Banner>
    </Page>
  );
}

/** A listed page in a frame that may run its own scripts and nothing of the app's. */
function Framed({ address: { url, host } }: { address: OutsideAddress }) {
  const { t } = useLingui();
  const reachable = useReachable();
  return (
    <Page
      title={t`External page`}
      bottom={null}
      actions={<IconButton icon={ExternalLink} label={t`Open outside`} onClick={() => void leave(url)} />}
      under={
        <p className={css['bar']}>
          <Icon of={LockKeyhole} size="note" />
          <span className={css['where']}>
            <Trans>
              Shown from <bdi className={css['name']}>{host}</bdi>
            </Trans>
          </span>
        </p>
      }
    >
      {reachable ? (
        <iframe
          key={url}
          className={css['frame']}
          src={url}
          title={t`Page of ${host}`}
          sandbox="allow-scripts allow-forms"
          referrerPolicy="no-referrer"
          allow=""
        />
      ) : (
        <EmptyState
          icon={ExternalLink}
          title={t`This page needs a connection`}
          text={t`It opens when you are back online.`}
        />
      )}
    </Page>
  );
}
