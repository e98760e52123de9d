import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runningCluster, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';

// Each test creates a cluster with checksums and fsync, which is slow on a busy disk.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), `dunlin-test-${process.pid}-`));
});
afterEach(async () => {
  const left = findPostmaster(path.join(root, 'cluster'));
  if (left !== null) process.kill(left.pid, 'SIGQUIT');
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

async function ask(connection: object, statement: string): Promise<unknown> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  test('starts durable, in UTF-8, password-protected, and keeps its data', async () => {
    const first = await startEmbeddedPostgres(root);
    expect(await ask(first.connection, 'SHOW fsync')).toBe('on');
    expect(await ask(first.connection, 'SHOW data_checksums')).toBe('on');
    expect(await ask(first.connection, 'SHOW server_encoding')).toBe('UTF8');
    await expect(ask({ ...first.connection, password: 'guess' }, 'SELECT 1')).rejects.toThrow('password');
    expect(statSync(path.join(root, 'password')).mode & 0o777).toBe(0o600);
    await ask(first.connection, 'CREATE TABLE kept AS SELECT 7 AS seven');
    expect(runningCluster(root)?.port).toBe(first.connection.port);
    await first.stop();
    await first.stop();
    expect(runningCluster(root)).toBeNull();

    const second = await startEmbeddedPostgres(root);
    expect(second.adopted).toBe(false);
    expect(await ask(second.connection, 'SELECT seven FROM kept')).toBe(7);
    await second.stop();
  });

  test('is adopted when the process that started it was killed', async () => {
    const module = path.join(import.meta.dirname, 'embedded-postgres.ts');
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      console.log((await startEmbeddedPostgres(${JSON.stringify(root)})).pid);
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(owner.stdout, 'data')) as [Buffer];
    owner.kill('SIGKILL');
    await once(owner, 'exit');

    const adopter = await startEmbeddedPostgres(root);
    expect(adopter.adopted).toBe(true);
    expect(adopter.pid).toBe(Number(printed.toString()));
    await adopter.stop();
    expect(findPostmaster(path.join(root, 'cluster'))).toBeNull();
  });

  test('recognises a stale lock file whose process id was reused', async () => {
    const first = await startEmbeddedPostgres(root);
    const lockFile = path.join(root, 'cluster/postmaster.pid');
    const lines = readFileSync(lockFile, 'utf8').split('\n');
    await first.stop();
    expect(existsSync(lockFile)).toBe(false);
    writeFileSync(lockFile, [process.pid, ...lines.slice(1)].join('\n'));
    if (process.getuid?.() === 0) spawnSync('chown', ['--reference', path.join(root, 'cluster'), lockFile]);
    const second = await startEmbeddedPostgres(root);
    expect(second.adopted).toBe(false);
    await second.stop();
  });
});
