import { Component, type ReactNode, Suspense, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noteMissingFiles } from '#app/platform/offline/missing-files.ts';
import { exchangeAnswered, exchangeSilent } from '#app/platform/offline/reachability.ts';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { renderPart } from '#app/ui/testing-text.tsx';
import { laterPart, laterSheet } from './later-part.tsx';

/** Whether files come, and how often one was asked for. */
let network: 'cut' | 'there';
let asked = 0;
/** Whether the exchange answers. */
let answers: boolean;

/** Fails as a file of the build does that cannot be fetched. */
function loaderOf<Module>(module: Module): () => Promise<Module> {
  return async () => {
    asked += 1;
    await Promise.resolve();
    if (network === 'there') return module;
    const payload = new Error('Failed to fetch dynamically imported module');
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  };
}

/** In the place of the error screen: what reaches it took the screen away. */
class ErrorPlace extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  override render() {
    return this.state.error === null ? this.props.children : <p>The screen broke</p>;
  }
}

/** A screen with a field beside what comes later. */
function Screen({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState('');
  return (
    <>
      <input aria-label="Amount" value={typed} onChange={(event) => setTyped(event.target.value)} />
      {children}
      <Toaster />
    </>
  );
}

const show = (part: ReactNode) =>
  renderPart(
    <ErrorPlace>
      <Screen>{part}</Screen>
    </ErrorPlace>,
  );

const amount = () => page.getByRole('textbox', { name: 'Amount' });
const line = () => page.getByText('It loads when the connection is back.');
const openSheet = () => page.getByRole('button', { name: 'Open the sheet' }).click();

beforeAll(noteMissingFiles);

beforeEach(() => {
  asked = 0;
  network = 'cut';
  answers = false;
  exchangeAnswered(Date.now());
  vi.stubGlobal('fetch', () =>
    answers
      ? Promise.resolve(Response.json({ code: 200, data: { now: 0 }, msg: 'success', type: 'ok' }))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
});

afterEach(() => {
  toast.clear();
  vi.unstubAllGlobals();
});

function List({ of }: { of: string }) {
  return <p>History of {of}</p>;
}

function Note({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="Note">
      Facts
    </Sheet>
  );
}

/** A part of its own for each test: one that came is kept. */
function History() {
  const [LaterList] = useState(() => {
    const load = loaderOf({ List });
    return laterPart(load, 'List');
  });
  return (
    <Suspense fallback={<p>Loading</p>}>
      <LaterList of="BTC" />
    </Suspense>
  );
}

function laterNote(ahead: boolean) {
  const load = loaderOf({ Note });
  const LaterNote = laterSheet(load, 'Note');
  return function Opener() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open the sheet
        </button>
        <Suspense>{(ahead || open) && <LaterNote open={open} onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  };
}

test('a part that does not come costs no more than its place, and comes at the next try', async () => {
  await show(<History />);
  await expect.element(line()).toBeVisible();
  await amount().fill('25');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked).toBe(2);
  await expect.element(line()).toBeVisible();
  network = 'there';
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('History of BTC')).toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  await expect.element(amount()).toHaveValue('25');
});

test('a part comes by itself when the exchange can be reached again', async () => {
  await show(<History />);
  await expect.element(line()).toBeVisible();
  network = 'there';
  exchangeAnswered(Date.now());
  await expect.element(page.getByText('History of BTC')).toBeVisible();
});

test('a file that was lost on its way is asked for again at once', async () => {
  answers = true;
  vi.stubGlobal('fetch', () => {
    network = 'there';
    return Promise.resolve(Response.json({ code: 200, data: { now: 0 }, msg: 'success', type: 'ok' }));
  });
  await show(<History />);
  await expect.element(page.getByText('History of BTC')).toBeVisible();
  expect(asked).toBe(2);
});

test('a file that does not come from an exchange that answers is not blamed on the network', async () => {
  answers = true;
  await show(<History />);
  await expect.element(page.getByRole('button', { name: 'Load again' })).toBeVisible();
  await expect.element(line()).not.toBeInTheDocument();
  expect(asked).toBe(2);
});

test('an error that is no missing file reaches the error screen', async () => {
  const quiet = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const Part = laterPart((): Promise<{ List: () => ReactNode }> => Promise.reject(new Error('a bug')), 'List');
  await show(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await expect.element(page.getByText('The screen broke')).toBeVisible();
  quiet.mockRestore();
});

test.each([
  ['fetched when it is opened', false, 1],
  ['fetched ahead', true, 2],
] as const)('a sheet %s says why it does not open, and opens at the next tap', async (_when, ahead, tries) => {
  const Opener = laterNote(ahead);
  await show(<Opener />);
  await amount().fill('25');
  if (ahead) await expect.poll(() => asked).toBe(1);
  // React draws what was waited for only after a while.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(page.getByText(/not on your device/)).not.toBeInTheDocument();
  await openSheet();
  await expect.element(page.getByText('This part is not on your device yet')).toBeVisible();
  expect(asked).toBe(tries);
  toast.clear();
  await openSheet();
  await expect.element(page.getByText('This part is not on your device yet')).toBeVisible();
  expect(asked).toBe(tries + 1);
  toast.clear();
  network = 'there';
  await openSheet();
  await expect.element(page.getByRole('dialog', { name: 'Note' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(amount()).toHaveValue('25');
});

test('a sheet that was fetched stays, whatever becomes of the network', async () => {
  network = 'there';
  const Opener = laterNote(true);
  await show(<Opener />);
  await expect.poll(() => asked).toBe(1);
  network = 'cut';
  exchangeSilent();
  await openSheet();
  await expect.element(page.getByRole('dialog', { name: 'Note' })).toBeVisible();
  expect(asked).toBe(1);
});

interface ReportProps {
  about: string | null;
  onClose: () => void;
  onAbout: (about: string | null) => void;
}

function Report({ about, onClose }: ReportProps) {
  return (
    <Sheet open={about !== null} onClose={onClose} title="Report">
      {about}
    </Sheet>
  );
}

test('a sheet that is opened by what it shows is closed by taking that away', async () => {
  const load = loaderOf({ Report });
  const LaterReport = laterSheet(load, 'Report', {
    isOpen: ({ about }) => about !== null,
    close: ({ onAbout }) => onAbout(null),
  });
  const unused = vi.fn<() => void>();
  function Opener() {
    const [about, setAbout] = useState<string | null>(null);
    return (
      <>
        <button type="button" onClick={() => setAbout('a message')}>
          Open the sheet
        </button>
        <p>About {about ?? 'nothing'}</p>
        <Suspense>
          <LaterReport about={about} onClose={unused} onAbout={setAbout} />
        </Suspense>
      </>
    );
  }
  await show(<Opener />);
  await expect.poll(() => asked).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect.element(page.getByText(/not on your device/)).not.toBeInTheDocument();
  await openSheet();
  await expect.element(page.getByText('This part is not on your device yet')).toBeVisible();
  await expect.element(page.getByText('About nothing')).toBeVisible();
  expect(unused).not.toHaveBeenCalled();
  toast.clear();
  network = 'there';
  await openSheet();
  await expect.element(page.getByRole('dialog', { name: 'Report' }).getByText('a message')).toBeVisible();
});
