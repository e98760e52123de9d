import { findProgram, startProgram } from './programs.ts';

const file = findProgram('XVFB', ['Xvfb']);

/** Whether a program with windows can run here: on the display of the user, else on one that nobody sees. */
export const hasDisplay = file !== null || isSet(process.env['DISPLAY']);

function isSet(display: string | undefined): display is string {
  return display !== undefined && display !== '';
}

export interface Display {
  /** As the environment variable names it. */
  readonly name: string;
  close(): Promise<void>;
}

/** The user's display, or a display of the test's own. */
export async function openDisplay(): Promise<Display> {
  const own = process.env['DISPLAY'];
  if (isSet(own)) return { name: own, close: async () => undefined };
  if (file === null) throw new Error('there is no display here, and no Xvfb');
  const program = await startProgram(file, () => [
    '-displayfd',
    '1',
    '-screen',
    '0',
    '800x1000x24',
    '-nolisten',
    'tcp',
  ]);
  try {
    const number = await program.ready(() => /^(\d+)\n/m.exec(program.output())?.[1] ?? null);
    return { name: `:${number}`, close: () => program.end() };
  } catch (error) {
    await program.end();
    throw error;
  }
}
