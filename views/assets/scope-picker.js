/*
 * The scopes of the client form: shows the search, which is of no use without a script, and keeps the counters current.
 * What the search hides stays selected.
 */
const picker = document.querySelector('[data-scope-picker]');
const search = picker.querySelector('[data-scope-search]');
const field = search.querySelector('input');
const status = search.querySelector('[role=status]');
const levels = [...picker.querySelectorAll('details')];

function count() {
  for (const counter of picker.querySelectorAll('[data-ticked]')) {
    const within = counter.closest('details') ?? picker;
    counter.textContent = within.querySelectorAll('[name=scopes]:checked').length;
  }
}

/** The levels that were open before the search. */
let opened;

function fold(searching) {
  if (searching) opened ??= levels.filter(({ open }) => open);
  for (const level of levels) level.open = searching || (opened?.includes(level) ?? level.open);
  if (!searching) opened = undefined;
}

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const box of picker.querySelectorAll('.box')) {
    const text = box.textContent.toLowerCase();
    box.hidden = !words.every((word) => text.includes(word));
  }
  for (const part of picker.querySelectorAll('.scope-row, details'))
    part.hidden = part.querySelector('.box:not([hidden])') === null;
  fold(words.length > 0);
  const found = picker.querySelectorAll('.box:not([hidden])').length;
  const text = found === 0 ? status.dataset.none : status.dataset.found.replace('{found}', found);
  status.textContent = words.length === 0 ? '' : text;
}

picker.addEventListener('change', count);
field.addEventListener('input', filter);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') event.preventDefault();
});
// Browsers tick boxes again when they go back to a form.
addEventListener('pageshow', count);
count();
search.hidden = false;
