import { looksLike, readsAs } from '../../src/clients/look-alikes.js';

test.each([
  ['Acme Sync', 'acme  SYNC'],
  ['Acme Sync', 'Acme-Sync!'],
  ['Acme Sync', 'Αcme Sync'],
  ['Acme Sync', 'Асmе Sуnс'],
  ['Acme Sync', 'Ａｃｍｅ Ｓｙｎｃ'],
  ['Acme Sync', '𝐀𝐜𝐦𝐞 Sync'],
  ['Acme Sync', 'Acrne Sync'],
  ['Acme Sync', 'Acmé Sync'],
  ['Acme Sync', 'Acme Synk'],
  ['Acme Sync', 'Acme Syncs'],
  ['Acme Sync', 'Acme Snc'],
  ['Google', 'G00gIe'],
  ['Google', 'GoogIe'],
  ['PayPal', 'Раураl'],
  ['Willow', 'VViIIow'],
  ['יומן', 'יומן '],
])('“%s” looks like “%s”', (name, other) => {
  expect([looksLike(name, other), looksLike(other, name)]).toEqual([true, true]);
});

test.each([
  ['Acme Sync', 'Acme'],
  ['Acme Sync', 'Beta Sync'],
  ['Zoom', 'Room'],
  ['Calendar', 'Colander'],
  ['!!!', '???'],
  ['日程', '日記'],
])('“%s” does not look like “%s”', (name, other) => {
  expect([looksLike(name, other), looksLike(other, name)]).toEqual([false, false]);
});

test.each(['Slotkey', 'SIotkey Login', 'Official Slоtkеy', 'my-s1otkey'])('“%s” reads as Slotkey', (name) => {
  expect(readsAs(name, 'Slotkey')).toBe(true);
});

test.each(['Slot machine', 'Keyslot'])('“%s” does not read as Slotkey', (name) => {
  expect(readsAs(name, 'Slotkey')).toBe(false);
});
