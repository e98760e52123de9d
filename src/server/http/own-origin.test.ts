import { expect, it } from 'vitest';
import { ownOrigin, relyingParty } from './own-origin.ts';

it('takes the address that a request came to for the own origin', () => {
  expect(ownOrigin('http://localhost:8080', 'localhost:8080', null)).toBe('http://localhost:8080');
  expect(ownOrigin('https://dunlin.example', 'dunlin.example', null)).toBe('https://dunlin.example');
  for (const foreign of [undefined, 'null', '', 'https://dunlin.example.evil.example', 'https://dunlin.example:444'])
    expect(ownOrigin(foreign, 'dunlin.example', null)).toBeNull();
  expect(ownOrigin('https://dunlin.example/path', 'dunlin.example', null)).toBeNull();
  expect(ownOrigin('file://dunlin.example', 'dunlin.example', null)).toBeNull();
});

it('takes the configured origin alone where there is one', () => {
  const own = 'https://dunlin.example';
  expect(ownOrigin(own, '10.0.0.7:8080', own)).toBe(own);
  expect(ownOrigin('https://other.example', 'other.example', own)).toBeNull();
  expect(ownOrigin('http://dunlin.example', 'dunlin.example', own)).toBeNull();
});

it('names whom passkeys belong to, where browsers make any', () => {
  expect(relyingParty('https://app.dunlin.example:8443')).toBe('app.dunlin.example');
  expect(relyingParty('http://localhost:5173')).toBe('localhost');
  for (const none of ['http://dunlin.example', 'http://127.0.0.1:8080', 'https://10.0.0.7', 'https://[::1]:8080'])
    expect(relyingParty(none)).toBeNull();
});
