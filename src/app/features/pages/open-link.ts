import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { launchConfig } from '../../platform/session/launch-config.ts';
import { judgeHere } from './judge-here.ts';
import { leave } from './leave.tsx';
import { isListedHost } from './outside-address.ts';

/** Opens a link of others: inside the app when the operator listed its host, else outside after a warning, or never. */
export function useOpenLink(): (text: string) => void {
  const router = useRouter();
  const { data } = useQuery(launchConfig);
  return (text) => {
    const judged = judgeHere(text, data?.webViewHosts);
    if (judged.opens && isListedHost(judged.address.host, data?.webViewHosts ?? []))
      void router.navigate({ to: '/pages/web-view/web-view', search: { url: judged.address.url } });
    else void leave(text);
  };
}
