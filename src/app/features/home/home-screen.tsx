import { session } from '../../platform/session.ts';
import { useObservable } from '../../platform/observable.ts';
import { SignedInHome } from './signed-in-home.tsx';
import { VisitorHome } from './visitor-home.tsx';

/** Home, for visitors and for who is signed in. */
export function HomeScreen() {
  return useObservable(session) === null ? <VisitorHome /> : <SignedInHome />;
}
