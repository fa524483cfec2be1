// Buttons that copy the value of a field. Without this script, the field can be selected.

for (const button of document.querySelectorAll('button[data-copy]')) button.removeAttribute('hidden');
document.addEventListener('click', copy);

/**
 * Copies the value of the field that the button names. Without https, browsers offer only the old way.
 * @param {MouseEvent} event
 */
async function copy({ target }) {
  const button = target instanceof Element ? target.closest('button[data-copy]') : null;
  const field = button && document.getElementById(button.getAttribute('data-copy') ?? '');
  if (!button || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand('copy')) return;
  }
  button.textContent = 'Copied';
}
