import { href } from '../../views/href.js';

test.each(['/', '/sign-in?return_to=%2F', 'https://acme.example/x?y#z', 'http://localhost:8080/'])(
  '%s is accepted',
  (value) => {
    expect(href(value)).toBe(value);
  },
);

test.each([
  undefined,
  '',
  'acme.example',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://acme.example/1',
  'file:///etc/passwd',
  'com.example.app:/cb',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://user:secret@acme.example/',
  'https://',
])('%j is refused', (value) => {
  expect(href(value)).toBeUndefined();
});
