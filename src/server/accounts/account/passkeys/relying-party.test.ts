import { expect, it } from 'vitest';
import { relyingParty } from './relying-party.ts';

it('names the relying party where browsers allow passkeys', () => {
  expect(relyingParty('https://app.dunlin.example:8443')).toBe('app.dunlin.example');
  expect(relyingParty('http://localhost:5173')).toBe('localhost');
  for (const none of ['http://dunlin.example', 'http://127.0.0.1:8080', 'https://10.0.0.7', 'https://[::1]:8080'])
    expect(relyingParty(none)).toBeNull();
});
