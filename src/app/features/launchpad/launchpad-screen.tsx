import { ProjectsScreen } from './projects-screen.tsx';
import { ProjectScreen } from './project-screen.tsx';
import { ResultScreen } from './result-screen.tsx';

/** What the address of the screen says: a project, and whether its result is asked for. */
export interface LaunchpadSearch {
  readonly id?: string;
  readonly view?: 'result';
}

/** Subscription of new coins: the list, one project, or what one got of it. */
export function LaunchpadScreen({ id, view }: LaunchpadSearch) {
  if (id === undefined) return <ProjectsScreen />;
  return view === 'result' ? <ResultScreen key={id} id={id} /> : <ProjectScreen key={id} id={id} />;
}
