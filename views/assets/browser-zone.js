/*
 * For visitors who are not signed in: writes times that the page has in UTC in the zone and the conventions of the browser,
 * and fills the fields that ask for the zone.
 */
const options = { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' };
const format = new Intl.DateTimeFormat(undefined, options);
const { timeZone } = format.resolvedOptions();

for (const time of document.querySelectorAll('time[data-utc]')) {
  const text = `${format.format(new Date(time.dateTime))} ${timeZone}`;
  if (time.dataset.utc === 'title') time.title = text;
  else time.textContent = text;
}

for (const field of document.querySelectorAll('input[data-browser-zone]')) field.value = timeZone;
