import { lazy, Suspense } from 'react';
import { Failure } from '../form/failure.tsx';
import type { OrderEntry } from '../form/order-entry.ts';
import { loadConfirm, loadLeverage, loadRisk } from '../sheets.ts';

const LeverageSheet = lazy(async () => ({ default: (await loadLeverage()).LeverageSheet }));
const OpeningConfirm = lazy(async () => ({ default: (await loadConfirm()).OpeningConfirm }));
const RiskNotice = lazy(async () => ({ default: (await loadRisk()).RiskNotice }));

/** What stands over the form: leverage, the risk that is accepted once, and the order as it will be sent. */
export function OrderLayers({ panel }: { panel: OrderEntry }) {
  const { contract, draft, step, show, opening, asked } = panel;
  const close = () => show(null);
  return (
    <Suspense>
      {step === 'leverage' && (
        <LeverageSheet
          open
          onClose={close}
          contract={contract}
          draft={draft}
          onChoose={(leverage) => panel.turn({ leverage })}
        />
      )}
      {step === 'risk' && <RiskNotice open onClose={close} onAccept={panel.accept} />}
      {step === 'confirm' && (
        <OpeningConfirm
          open
          onClose={() => {
            if (!opening.busy || opening.held !== null) close();
          }}
          contract={contract}
          draft={asked}
          practice={panel.practice}
          busy={opening.busy}
          possible={panel.possible.possible}
          reason={panel.possible.reason}
          failure={<Failure error={opening.error} held={opening.held} />}
          onSend={() => opening.send(asked)}
        />
      )}
    </Suspense>
  );
}
