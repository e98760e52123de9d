import { createPortal } from 'react-dom';
import { useObservable } from '../../platform/observable.ts';
import { reachability } from '../../platform/offline/reachability.ts';
import { useTopDialog } from '../../ui/overlays/modal.ts';
import css from './no-network-layer.module.css';
import { OfflineBanner, useLasting } from './page-top.tsx';

/**
 * That there is no network, above whatever dialog is open (spec point 9, layer order). A native dialog lies over all of
 * the page whatever its z-index, so the banner of the page cannot be seen from within: it is drawn inside as well.
 */
export function NoNetworkLayer() {
  const { reachable } = useObservable(reachability);
  const isSilent = useLasting(!reachable);
  const dialog = useTopDialog();
  if (!isSilent || dialog === null) return null;
  return createPortal(
    <div className={css['layer']}>
      <OfflineBanner />
    </div>,
    dialog,
  );
}
