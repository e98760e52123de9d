import { readConfig } from '#server/core/config/config.ts';

const withinMs = 3_000;

/**
 * Whether the exchange that runs on this machine answers a path of its health with 200, as in `/livez`.
 *
 * @param port its `PORT`; that of the environment by default
 */
export async function isHealthy(path: string, port: number = readConfig(process.env).port): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(withinMs) });
    return response.status === 200;
  } catch {
    return false;
  }
}

/** `node tools/production/ask-health.ts /livez` exits with 1 unless it is: images without curl ask by it. */
if (import.meta.main) {
  const [path = '/livez'] = process.argv.slice(2);
  process.exitCode = (await isHealthy(path)) ? 0 : 1;
}
