/*
 * For visitors who are not signed in: writes times that the page has in UTC in the zone and the conventions of the browser,
 * and fills the fields that ask for the zone.
 */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
const format = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  // 00:12 and 9:05 am, as the pages of signed-in users write it.
  hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
  minute: '2-digit',
});
const { timeZone } = format.resolvedOptions();

for (const time of document.querySelectorAll('time[data-utc]')) {
  const text = `${format.format(new Date(time.dateTime))} ${timeZone}`;
  if (time.dataset.utc === 'title') time.title = text;
  else time.textContent = text;
}

for (const field of document.querySelectorAll('input[data-browser-zone]')) field.value = timeZone;
