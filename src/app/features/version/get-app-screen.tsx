import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { hourMs } from '#protocol/core/durations.ts';
import { call } from '#app/platform/api/api.ts';
import { install, installWay, isInstalled } from '#app/platform/device/install.ts';
import { useObservable } from '#app/platform/observable.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { Button } from '#app/ui/controls/Button.tsx';
import { CopyText } from '#app/ui/controls/CopyText.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { QrCode } from '#app/ui/lists/QrCode.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Logo } from '#app/ui/logo.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { isOnlyHere, type PhoneSystem, phoneSystem } from './phone-system.ts';
import { SevenDays } from './storage-facts.tsx';
import css from './get-app-screen.module.css';

/** Path of this screen: the code on a computer leads a phone here. */
const ownPath = '/pages/mine/down_View';

/** Where the app for a system is downloaded; null where the installable page is the app. */
function downloadQuery(type: PhoneSystem) {
  return {
    queryKey: ['common/version', { type }],
    queryFn: () => call('POST common/version', { type }),
    staleTime: hourMs,
  };
}

/** How Dunlin comes onto a phone: a package where there is one, else the page itself, installed. */
export function GetAppScreen() {
  const { t } = useLingui();
  const system = phoneSystem(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <Page title={t`Get the app`}>
      <div className={css['about']}>
        <span className={css['mark']}>
          <Logo size={48} />
        </span>
        <p className={css['promise']}>
          <Trans>Dunlin on your home screen</Trans>
        </p>
        <p className={css['text']}>
          <Trans>It opens in full screen, even without a connection.</Trans>
        </p>
      </div>
      {isInstalled() ? (
        <div className={css['part']}>
          <Banner inset>
            <Trans>You are using the installed app.</Trans>
          </Banner>
        </div>
      ) : (
        <>
          <Downloads systems={system === null ? ['ANDROID', 'IOS'] : [system]} />
          <InstallHere system={system} />
          {system === null && <OnPhone />}
        </>
      )}
    </Page>
  );
}

/** Packages that the operator offers. */
function Downloads({ systems }: { systems: readonly PhoneSystem[] }) {
  return systems.map((system) => <DownloadLink key={system} system={system} />);
}

function DownloadLink({ system }: { system: PhoneSystem }) {
  const { t } = useLingui();
  const { data } = useQuery(downloadQuery(system));
  if (data === undefined || data.url === null) return null;
  return (
    <div className={css['part']}>
      <Button kind="primary" size="l" icon={<Icon of={Download} size="row" />} href={data.url}>
        {system === 'ANDROID' ? t`Download for Android` : t`Download for iPhone`}
      </Button>
    </div>
  );
}

/** Installing the page itself: by the browser's prompt, else step by step. */
function InstallHere({ system }: { system: PhoneSystem | null }) {
  const { t } = useLingui();
  const way = useObservable(installWay);
  if (way === 'prompt') {
    const start = async () => {
      if (await install()) toast.show({ type: 'success', title: t`Dunlin is on your home screen` });
    };
    return (
      <div className={css['part']}>
        <Button kind="primary" size="l" icon={<Icon of={Download} size="row" />} onClick={() => void start()}>
          <Trans>Install Dunlin</Trans>
        </Button>
      </div>
    );
  }
  if (system === 'IOS')
    return (
      <>
        <InstallSteps
          steps={[
            <Trans key="open">Open this page in Safari.</Trans>,
            <Trans key="share">Tap Share, the square with the arrow.</Trans>,
            <Trans key="add">Choose Add to Home Screen, then Add.</Trans>,
          ]}
        />
        <SevenDays />
      </>
    );
  if (system === 'ANDROID')
    return (
      <InstallSteps
        steps={[
          <Trans key="menu">Open the browser menu (the three dots).</Trans>,
          <Trans key="install">Choose Install app or Add to home screen.</Trans>,
          <Trans key="confirm">Confirm, and open Dunlin from your home screen.</Trans>,
        ]}
      />
    );
  return null;
}

function InstallSteps({ steps }: { steps: readonly ReactNode[] }) {
  return (
    <ol className={css['steps']}>
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps never change order
        <li key={index} className={css['step']}>
          <span className={css['count']} aria-hidden>
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}

/** On a computer: the way to a phone. */
function OnPhone() {
  const { t } = useLingui();
  const address = `${location.origin}${location.pathname}#${ownPath}`;
  if (isOnlyHere(location.hostname))
    return (
      <div className={css['part']}>
        <Banner inset tone="warn">
          <Trans>
            This address only works on this computer. Open Dunlin at an address that your phone can reach; its QR code
            then appears here.
          </Trans>
        </Banner>
      </div>
    );
  return (
    <div className={css['phone']}>
      <QrCode text={address} label={t`QR code of this page`} />
      <p className={css['text']}>
        <Trans>Point your phone’s camera here to open Dunlin on it.</Trans>
      </p>
      <CopyText text={address} label={t`Copy the address`} />
    </div>
  );
}
