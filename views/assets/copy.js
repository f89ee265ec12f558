/*
 * Puts a button beside what is worth copying, and says whether it worked. Browsers hand the clipboard to pages from a
 * safe origin alone; elsewhere there is no button.
 */
function addButton(place) {
  const { copy, copied, failed } = place.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-plain button-small';
  button.textContent = copy;
  const answer = document.createElement('p');
  answer.className = 'hint';
  answer.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    answer.textContent = '';
    try {
      await navigator.clipboard.writeText(place.querySelector('code').textContent);
      answer.textContent = copied;
    } catch {
      answer.textContent = failed;
    }
  });
  place.append(button, answer);
}

if (navigator.clipboard) document.querySelectorAll('[data-copy]').forEach(addButton);
