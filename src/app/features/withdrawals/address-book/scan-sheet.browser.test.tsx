import { encodeQR } from 'qr';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPart } from '#app/ui/testing-text.tsx';
import { ownReader, readPicture } from './qr-reading.ts';
import { ScanSheet } from './scan-sheet.tsx';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A code drawn as on a screen that is photographed. */
function drawn(text: string, module = 6): HTMLCanvasElement {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const canvas = document.createElement('canvas');
  canvas.width = rows.length * module;
  canvas.height = rows.length * module;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  rows.forEach((row, y) =>
    row.forEach((on, x) => {
      if (on) context.fillRect(x * module, y * module, module, module);
    }),
  );
  return canvas;
}

function picture(canvas: HTMLCanvasElement): Promise<File> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(new File([blob], 'code.png'))));
  });
}

/** A camera that looks at a canvas. */
function cameraOn(canvas: HTMLCanvasElement): MediaStream {
  const stream = canvas.captureStream(10);
  // A still canvas sends no frames.
  const context = canvas.getContext('2d');
  const timer = setInterval(() => context?.fillRect(0, 0, 1, 1), 50);
  stream.getTracks()[0]?.addEventListener('ended', () => clearInterval(timer));
  return stream;
}

async function chooseFile(file: File): Promise<void> {
  const input = page.getByLabelText('Picture with a QR code').element() as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function refuseCamera(name: string): void {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', name));
}

afterEach(() => vi.restoreAllMocks());

describe('reading', () => {
  test('the app’s own reader reads what it is shown', async () => {
    const reader = await ownReader();
    expect(await reader.read(drawn(address))).toBe(address);
  });

  test('a picture without a code is distinguished from one with', async () => {
    const blank = document.createElement('canvas');
    blank.width = 300;
    blank.height = 300;
    expect(await readPicture(await picture(blank))).toBeNull();
    expect(await readPicture(await picture(drawn(`ethereum:${address}`)))).toBe(`ethereum:${address}`);
  });
});

describe('ScanSheet', () => {
  test('reads the camera until it sees a code, and lets it go', async () => {
    const stream = cameraOn(drawn(`ethereum:${address}@1`));
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
    const onAddress = vi.fn();
    await renderPart(<ScanSheet open onClose={() => undefined} onAddress={onAddress} />);
    await expect.poll(() => onAddress.mock.calls, { timeout: 10_000 }).toEqual([[address]]);
    await expect.poll(() => stream.getTracks().every((track) => track.readyState === 'ended')).toBe(true);
  });

  test('says that the camera was refused, and reads a picture instead', async () => {
    refuseCamera('NotAllowedError');
    const onAddress = vi.fn();
    await renderPart(<ScanSheet open onClose={() => undefined} onAddress={onAddress} />);
    await expect.element(page.getByText(/^The camera is not allowed for this site/)).toBeVisible();
    await chooseFile(await picture(drawn(address)));
    await expect.poll(() => onAddress.mock.calls).toEqual([[address]]);
  });

  test('reports a picture without an address, and a file that is no picture', async () => {
    refuseCamera('NotFoundError');
    const onAddress = vi.fn();
    await renderPart(<ScanSheet open onClose={() => undefined} onAddress={onAddress} />);
    await expect.element(page.getByText(/^This device has no camera/)).toBeVisible();
    await chooseFile(await picture(drawn('send it to me')));
    await expect.element(page.getByRole('alert')).toHaveTextContent('This QR code contains no address.');
    await chooseFile(new File(['words'], 'words.txt'));
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('This file could not be read. Choose a JPG or PNG picture.');
    expect(onAddress).not.toHaveBeenCalled();
  });
});
