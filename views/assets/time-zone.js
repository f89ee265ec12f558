/*
 * Shows the times in the time zone of the browser, where nobody has chosen one: it becomes part of the address, as if it
 * had been chosen by hand.
 */
const guess = document.querySelector('[data-zone-guess]');
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const field = guess?.dataset.zoneGuess;
const chosen = guess?.querySelector('select')?.value;
const offered = [...(guess?.querySelectorAll('option') ?? [])].some(({ value }) => value === timeZone);

if (field && offered && timeZone !== chosen) {
  const address = new URL(location.href);
  address.searchParams.set(field, timeZone);
  location.replace(address);
}
