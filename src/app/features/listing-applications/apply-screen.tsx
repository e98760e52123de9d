import { Suspense } from 'react';
import { laterPart } from '../shell/later-part.tsx';
import { useDocuments } from './form/use-documents.ts';
import { OverviewScreen } from './overview-screen.tsx';
import { stepNumbers } from './steps.ts';

const FormScreen = laterPart(() => import('./form/form-screen.tsx'), 'FormScreen');
const ApplicationScreen = laterPart(() => import('./standing/application-screen.tsx'), 'ApplicationScreen');

/** What the address says: a step of the form, or an application; the overview without. */
export interface ApplySearch {
  readonly step?: '1' | '2' | '3' | '4' | '5';
  readonly id?: string;
}

/** Applications to list a coin: the own ones, the form, and how one stands. Documents stay while it is open. */
export function ApplyScreen({ step, id }: ApplySearch) {
  const documents = useDocuments();
  const wanted = stepNumbers.find((each) => `${each}` === step);
  if (wanted === undefined && id === undefined) return <OverviewScreen />;
  return (
    <Suspense>
      {wanted === undefined ? (
        <ApplicationScreen id={id ?? ''} />
      ) : (
        <FormScreen wanted={wanted} documents={documents} />
      )}
    </Suspense>
  );
}
