/*
 * Adds a copy button to elements with `data-copy`, with a status message. Browsers offer the clipboard only in secure
 * contexts; elsewhere there is no button.
 */
function addButton(container) {
  const { copy, copied, failed } = container.dataset;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-plain button-small';
  button.textContent = copy;
  const status = document.createElement('p');
  status.className = 'hint';
  status.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    status.textContent = '';
    try {
      await navigator.clipboard.writeText(container.querySelector('code').textContent);
      status.textContent = copied;
    } catch {
      status.textContent = failed;
    }
  });
  container.append(button, status);
}

if (navigator.clipboard) document.querySelectorAll('[data-copy]').forEach(addButton);
