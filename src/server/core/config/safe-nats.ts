/** Whether servers of NATS are reached with a user or a token, and encrypted. @param setting `NATS_URL`, once it was checked */
export function isSafeNats(setting: string): boolean {
  const urls = setting.split(',').map((text) => new URL(text.trim()));
  return urls.every(({ protocol }) => protocol === 'tls:') && urls[0]?.username !== '';
}
