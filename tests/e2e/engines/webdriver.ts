/** How long a driver may take to answer a command; loading a page is one. */
const answerMostMs = 60_000;
const closeMostMs = 10_000;

/** A session that speaks W3C WebDriver over HTTP. */
export interface WebDriverSession {
  /** What the driver says of the browser. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** @param path of a command below the session, as in `/url` */
  send<Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Result>;
  close(): Promise<void>;
}

async function command(method: string, url: string, body?: object, mostMs = answerMostMs): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(mostMs),
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
  });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`);
  }
  return value;
}

/** Whether the driver at an address takes sessions; false as well while nothing listens there. */
export async function isReady(driver: string): Promise<boolean> {
  try {
    return ((await command('GET', `${driver}/status`)) as { ready: boolean }).ready;
  } catch {
    return false;
  }
}

/** @throws Error with the driver's words when it cannot start the browser */
export async function openWebDriver(driver: string, alwaysMatch: object): Promise<WebDriverSession> {
  const opened = await command('POST', `${driver}/session`, { capabilities: { alwaysMatch } });
  const { sessionId, capabilities } = opened as { sessionId: string; capabilities: Record<string, unknown> };
  const session = `${driver}/session/${sessionId}`;
  return {
    capabilities,
    send: <Result>(method: string, path: string, body?: object) =>
      command(method, session + path, body) as Promise<Result>,
    async close() {
      await command('DELETE', session, undefined, closeMostMs);
    },
  };
}
