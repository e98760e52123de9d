// Plain JavaScript that old versions can read, so that they can say what is missing instead of failing at a type.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Dunlin needs Node 22.19 or newer; this is ${process.versions.node}.\n` +
      'On Linux and Windows it comes with the packages: run it by `npm start` after `npm ci`.\n' +
      'On macOS install a newer one from https://nodejs.org and try again.\n',
  );
  process.exitCode = 1;
} else {
  // What was compiled once is kept beside the packages, out of reach of other users: later starts are faster.
  const { enableCompileCache } = await import('node:module');
  const { fileURLToPath } = await import('node:url');
  const cache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
  enableCompileCache(cache);
  // For the exchange too, which runs in a process of its own.
  process.env['NODE_COMPILE_CACHE'] ??= cache;
  await import('./start.ts');
}
