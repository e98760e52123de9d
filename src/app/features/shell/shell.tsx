import { Outlet } from '@tanstack/react-router';
import { useGoBack } from '../../platform/back.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { BackProvider } from '../../ui/back.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { PageTopProvider } from '../../ui/page-top.tsx';
import { useInstallOffer } from './install-offer.tsx';
import { useNavigationFocus } from './navigation-focus.ts';
import { ShellPageTop } from './page-top.tsx';
import { ShellTabBar } from './tab-bar.tsx';

/** The frame around every screen: what stays while screens come and go. */
export function Shell() {
  const goBack = useGoBack();
  useNavigationFocus();
  useInstallOffer();
  return (
    <BackProvider onBack={goBack}>
      <PageTopProvider top={<ShellPageTop />}>
        <Outlet />
      </PageTopProvider>
      <ShellTabBar />
      <Toaster />
      <ConfirmHost />
    </BackProvider>
  );
}
