import { Suspense, lazy } from 'react';
import { session } from '../../platform/session/session.ts';
import { useObservable } from '../../platform/observable.ts';
import { HomeFrame } from './home-frame.tsx';
import { signedInCode } from './signed-in-code.ts';
import { VisitorHome } from './visitor-home.tsx';

/** Visitors come with nothing on their device, so nothing of this is in their first load. */
const SignedInHome = lazy(signedInCode);

/** Home, for visitors and for who is signed in. */
export function HomeScreen() {
  if (useObservable(session) === null) return <VisitorHome />;
  return (
    <Suspense
      fallback={
        <HomeFrame>
          <div aria-busy />
        </HomeFrame>
      }
    >
      <SignedInHome />
    </Suspense>
  );
}
