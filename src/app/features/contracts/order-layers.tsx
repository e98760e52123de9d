import { lazy, Suspense } from 'react';
import { Failure } from './failure.tsx';
import type { OrderDesk } from './order-desk.ts';
import { loadConfirm, loadLeverage, loadRisk } from './sheets.ts';

const LeverageSheet = lazy(async () => ({ default: (await loadLeverage()).LeverageSheet }));
const OpeningConfirm = lazy(async () => ({ default: (await loadConfirm()).OpeningConfirm }));
const RiskNotice = lazy(async () => ({ default: (await loadRisk()).RiskNotice }));

/** What stands over the form: leverage, the risk that is accepted once, and the order as it will be sent. */
export function OrderLayers({ desk }: { desk: OrderDesk }) {
  const { contract, draft, step, show, opening, asked } = desk;
  const close = () => show(null);
  return (
    <Suspense>
      {step === 'leverage' && (
        <LeverageSheet
          open
          onClose={close}
          contract={contract}
          draft={draft}
          onChoose={(leverage) => desk.turn({ leverage })}
        />
      )}
      {step === 'risk' && <RiskNotice open onClose={close} onAccept={desk.accept} />}
      {step === 'confirm' && (
        <OpeningConfirm
          open
          onClose={() => {
            if (!opening.busy || opening.held !== null) close();
          }}
          contract={contract}
          draft={asked}
          practice={desk.practice}
          busy={opening.busy}
          possible={desk.possible.possible}
          reason={desk.possible.reason}
          failure={<Failure error={opening.error} held={opening.held} />}
          onSend={() => opening.send(asked)}
        />
      )}
    </Suspense>
  );
}
