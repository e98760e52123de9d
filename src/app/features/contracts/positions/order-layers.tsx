import { Suspense } from 'react';
import type { OrderEntry } from '../form/entry.ts';
import { loadConfirm, loadLeverage, loadRisk } from '../sheets.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';

const LeverageSheet = laterSheet(loadLeverage, 'LeverageSheet');
const OpeningConfirm = laterSheet(loadConfirm, 'OpeningConfirm');
const RiskNotice = laterSheet(loadRisk, 'RiskNotice');

/** Layers over the form: leverage, the risk notice that is accepted once, and the order as it will be sent. */
export function OrderLayers({ entry }: { entry: OrderEntry }) {
  const { contract, draft, steps, submit, possible } = entry;
  return (
    <Suspense>
      {entry.choosingLeverage && (
        <LeverageSheet
          open
          onClose={() => entry.setChoosingLeverage(false)}
          contract={contract}
          draft={draft}
          onChoose={(leverage) => entry.turn({ leverage })}
        />
      )}
      {steps.step === 'risk' && <RiskNotice open onClose={steps.close} onAccept={steps.accept} />}
      {steps.step === 'confirm' && steps.asked !== null && (
        <OpeningConfirm
          onClose={() => {
            if (!submit.waiting) steps.close();
          }}
          contract={contract}
          draft={steps.asked}
          practice={entry.practice}
          submit={submit}
          possible={possible}
        />
      )}
    </Suspense>
  );
}
