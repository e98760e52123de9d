/** Imported before a program: shows at its end what processor time it took, in milliseconds. */
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`processor time ${Math.round((user + system) / 1_000)}\n`);
});
