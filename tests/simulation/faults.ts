/** Everything that may break in a run. The history has a line `fault …` for each time. */
export const faultKinds = [
  'request lost',
  'answer lost',
  'call doubled',
  'store lost',
  'store unanswered',
  'store refused',
  'store silent',
  'store late',
  'exchange killed',
  'exchange down at night',
  'exchange paused',
  'clock stepped',
  'price spoilt',
  'edge killed',
  'bus lost',
  'bus doubled',
  'bus late',
  'chain reorganised',
  'chain still',
  'chain silent',
  'log doubled',
  'log hidden',
  'transfer reverted',
  'stream late',
  'stream cut',
  'stream silent',
  'stream asleep',
  'stream hidden',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** @throws Error for a name of no fault */
export function faultKindOf(name: string): FaultKind {
  const kind = faultKinds.find((one) => one === name);
  if (kind === undefined) throw new Error(`no fault is named ${name}; there are: ${faultKinds.join(', ')}`);
  return kind;
}
