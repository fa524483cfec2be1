// Offers the browser's own time zone, so that nobody has to look for it in a list. Without it, or if it fails, the list is there.

const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;

if (own) {
  offerAll();
  // Live parts of a page are replaced as they change.
  new MutationObserver(offerAll).observe(document.body, { childList: true, subtree: true });
  for (const list of document.querySelectorAll('select[data-own-zone]')) choose(list);
}

function offerAll() {
  for (const form of document.querySelectorAll('form[data-own-zone][hidden]')) offer(form);
}

/**
 * Shows a form of one button, unless the zone is the current one already.
 * @param {Element} form
 */
function offer(form) {
  if (!(form instanceof HTMLFormElement) || form.dataset.ownZone === own) return;
  const field = form.querySelector('input[name="timezone"]');
  const name = form.querySelector('[data-zone-name]');
  if (!(field instanceof HTMLInputElement) || !name) return;
  field.value = own;
  name.textContent = placeOf(own);
  form.hidden = false;
}

/**
 * Selects the zone in a list from which nobody has chosen yet. A browser may know it by a former name, which isn't listed.
 * @param {Element} list
 */
function choose(list) {
  if (!(list instanceof HTMLSelectElement)) return;
  const listed = [...list.options].some(({ value }) => value === own);
  if (!listed) list.add(new Option(placeOf(own), own), 0);
  list.value = own;
}

/**
 * `Buenos Aires` for `America/Argentina/Buenos_Aires`.
 * @param {string} zone
 */
function placeOf(zone) {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
