/** Reads QR codes off pictures, frame by frame. */
interface QrReader {
  /** The text of a code in what was drawn, or null when it holds none that can be read. */
  readonly read: (canvas: HTMLCanvasElement) => Promise<string | null>;
}

interface NativeDetector {
  detect(source: CanvasImageSource): Promise<readonly { readonly rawValue: string }[]>;
}

interface NativeDetectors {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's own reader where it has one for QR codes: it is quicker and costs no download. */
async function nativeReader(): Promise<QrReader | null> {
  const { BarcodeDetector: Detector } = globalThis as { readonly BarcodeDetector?: NativeDetectors };
  if (Detector === undefined) return null;
  try {
    if (!(await Detector.getSupportedFormats()).includes('qr_code')) return null;
    const detector = new Detector({ formats: ['qr_code'] });
    return { read: async (canvas) => (await detector.detect(canvas))[0]?.rawValue ?? null };
  } catch {
    // Some systems name the class and have nothing behind it.
    return null;
  }
}

/** The reader that comes with the app, fetched when it is needed. */
export async function ownReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js');
  return {
    async read(canvas) {
      const pixels = canvas
        .getContext('2d', { willReadFrequently: true })
        ?.getImageData(0, 0, canvas.width, canvas.height);
      if (pixels === undefined) return null;
      try {
        return decodeQR({ width: pixels.width, height: pixels.height, data: pixels.data }, { format: 'RGBA' });
      } catch {
        // No code in this picture: by far the most frames of a camera.
        return null;
      }
    },
  };
}

/** The best reader this browser has. Fails when it must be fetched and there is no network. */
async function openReader(): Promise<QrReader> {
  return (await nativeReader()) ?? ownReader();
}

/**
 * Longest side, in pixels, at which frames of the camera are read: enough for an address, quick enough for every frame.
 */
const frameSidePx = 720;
/** The same for a picture, where the code may be a small part. */
const pictureSidePx = 1_600;
/** Pause between two frames that are read. */
const frameEveryMs = 120;

function draw(canvas: HTMLCanvasElement, source: CanvasImageSource, width: number, height: number, most: number): void {
  const scale = Math.min(1, most / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return;
  // What is transparent would turn black, and a code on it with it.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
}

/**
 * The text of the QR code in a picture, or null when it holds none.
 *
 * @throws when the file is no picture, or the reader could not be fetched
 */
export async function readPicture(file: Blob | HTMLImageElement): Promise<string | null> {
  const [reader, picture] = await Promise.all([openReader(), createImageBitmap(file)]);
  const canvas = document.createElement('canvas');
  try {
    // A small code in a large photo is found at its full size, a large and noisy one when it is made smaller.
    for (const side of [pictureSidePx, frameSidePx]) {
      draw(canvas, picture, picture.width, picture.height, side);
      const text = await reader.read(canvas);
      if (text !== null) return text;
    }
    return null;
  } finally {
    picture.close();
  }
}

/** Why the camera shows nothing. */
export type CameraFault = 'refused' | 'missing' | 'busy' | 'insecure' | 'unfetched';

/** What `getUserMedia` says, in the few cases a user can do something about. */
export function cameraFault(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === '' ? 'unfetched' : 'busy';
}

/**
 * Shows the camera in a video element and reads its frames until a code was found or `signal` ends it; the camera is
 * released either way.
 *
 * @returns the text of the code, or null when it was ended
 * @throws what `getUserMedia` throws, see `cameraFault`
 */
export async function scanCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment' } });
  try {
    const reader = await openReader();
    video.srcObject = stream;
    await video.play();
    const canvas = document.createElement('canvas');
    while (!signal.aborted) {
      if (video.videoWidth > 0) {
        draw(canvas, video, video.videoWidth, video.videoHeight, frameSidePx);
        const text = await reader.read(canvas);
        if (text !== null) return text;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, frameEveryMs);
      });
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
