import { type ComponentType, type ReactNode, startTransition, use, useState } from 'react';
import { fetchLostStyles, isMissingFile } from '#app/platform/offline/missing-files.ts';
import type { Failure, MissingProps, SheetProps, SheetWays } from './missing-part.tsx';

/**
 * Parts of a screen whose code comes later. A file that cannot be fetched costs the part alone, and is asked for again;
 * with `lazy` of React it would take the screen away with all that was typed, until the page is loaded again.
 */

type Component<Props> = (props: Props) => ReactNode;

/** The props of what a module exports under a name. */
type PropsOf<Module, Name extends keyof Module> =
  Module[Name] extends Component<infer Props extends object> ? Props : never;

/** Nothing has the props of a sheet that cannot be closed. */
type SheetPropsOf<Module, Name extends keyof Module> =
  Module[Name] extends Component<infer Props extends SheetProps> ? Props : never;

/** A failure is kept for so long, for the drawing that waits for it. */
const failureMs = 1_000;

type Found<Module> = { readonly module: Module; readonly reason: null } | Failure;

async function fetchPart<Module>(load: () => Promise<Module>): Promise<Found<Module>> {
  try {
    const [module] = await Promise.all([load(), fetchLostStyles()]);
    return { module, reason: null };
  } catch (error) {
    if (!isMissingFile(error)) throw error;
    // Fetched with every visit, as it is needed when the network is gone.
    const { fetchAgain } = await import('./missing-part.tsx');
    return fetchAgain(load);
  }
}

function later<Module extends object, Ways>(
  load: () => Promise<Module>,
  name: keyof Module,
  missing: (failure: Failure) => Component<MissingProps<Ways>>,
  ways: Ways,
) {
  let current: Promise<Found<Module>> | null = null;
  const forget = () => {
    current = null;
  };
  const ask = () => {
    if (current !== null) return current;
    const forgetSoon = () => void setTimeout(forget, failureMs);
    current = fetchPart(load);
    current.then(({ reason }) => reason && forgetSoon(), forgetSoon);
    return current;
  };
  return function Later(props: object) {
    const [asked, setAsked] = useState(ask);
    const found = use(asked);
    if (found.reason !== null) {
      const Missing = missing(found);
      const again = () => {
        forget();
        startTransition(() => setAsked(ask()));
      };
      return <Missing failure={found} part={props} ways={ways} again={again} forget={forget} />;
    }
    const Part = found.module[name] as Component<object>;
    return <Part {...props} />;
  };
}

/**
 * A part within a screen. Until it comes it suspends. If it cannot be fetched, a line in its place says so and offers
 * to try again, which it also does by itself once the exchange can be reached.
 *
 * @param load fetches the module, and whatever words it needs
 * @param Frame what the line stands in, where the part is a page of its own
 */
export function laterPart<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  Frame?: ComponentType<{ children: ReactNode }>,
): Component<PropsOf<Module, Name>> {
  return later(load, name, ({ MissingPart }) => MissingPart, Frame);
}

/**
 * A sheet that a tap opens. Rendered closed it is fetched ahead. If it cannot be fetched, a toast says so and it is
 * closed, so that the next tap asks for it again.
 *
 * @param load fetches the module, and whatever words it needs
 */
export function laterSheet<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  ways: SheetWays<SheetPropsOf<Module, Name>> = {},
): Component<SheetPropsOf<Module, Name>> {
  return later(load, name, ({ MissingSheet }) => MissingSheet, ways as SheetWays<never>);
}
