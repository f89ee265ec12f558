import { present } from '../src/present.js';

test('Members that are undefined are dropped, and every other value stays', () => {
  const members = { zero: 0, empty: '', no: false, nothing: null, absent: undefined };

  const kept = present(members);

  expect(Object.entries(kept)).toEqual([
    ['zero', 0],
    ['empty', ''],
    ['no', false],
    ['nothing', null],
  ]);
});

test('A member that may be undefined becomes optional, and no other', () => {
  const title: string | undefined = ['a title'].find(Boolean);

  const kept: { readonly title?: string; readonly size: number } = present({ title, size: 1 });

  expect(kept).toEqual({ title: 'a title', size: 1 });
});
