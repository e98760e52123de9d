import { afterEach, expect, it } from 'vitest';
import { routeOfClick } from './link-navigation.ts';

afterEach(() => document.body.replaceChildren());

/** The event of a click on the element, without navigating. */
function clicked(html: string, init: MouseEventInit = {}): string | null {
  document.body.innerHTML = html;
  let route: string | null = null;
  const listen = (event: MouseEvent) => {
    route = routeOfClick(event);
    event.preventDefault();
  };
  document.addEventListener('click', listen, { once: true });
  const target = document.querySelector('[data-target]') ?? document.querySelector('a, button');
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  return route;
}

it('takes plain clicks on links to screens, also on what is inside of them', () => {
  expect(clicked('<a href="#/pages/notice/details?id=7">x</a>')).toBe('/pages/notice/details?id=7');
  expect(clicked('<a href="#/"><span data-target>x</span></a>')).toBe('/');
});

it('leaves everything else to the browser', () => {
  expect(clicked('<a href="#section">x</a>')).toBeNull();
  expect(clicked('<a href="https://example.com/#/x">x</a>')).toBeNull();
  expect(clicked('<a href="#/x" target="_blank">x</a>')).toBeNull();
  expect(clicked('<a href="#/x">x</a>', { ctrlKey: true })).toBeNull();
  expect(clicked('<a href="#/x">x</a>', { button: 1 })).toBeNull();
  expect(clicked('<button>x</button>')).toBeNull();
});
