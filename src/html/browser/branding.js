// Shows in the previews what is typed into the form, and keeps the palette and the text of the colour the same. Without it, or if it
// fails, there is a button.

/** After the last key. */
const PAUSE_MS = 300;

const form = document.querySelector('form[data-previews]');
const palette = document.querySelector('input[type="color"]');
const colour = document.querySelector('input[name="accent_color"]');

if (form instanceof HTMLFormElement) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  form.addEventListener('input', ({ target }) => {
    if (target === palette) copy(palette, colour);
    if (target === colour) copy(colour, palette);
    clearTimeout(timer);
    timer = setTimeout(() => show(form), PAUSE_MS);
  });
}

/**
 * A palette takes nothing but whole colours.
 * @param {Element | null} from
 * @param {Element | null} to
 */
function copy(from, to) {
  if (!(from instanceof HTMLInputElement) || !(to instanceof HTMLInputElement)) return;
  if (/^#[\da-f]{6}$/i.test(from.value)) to.value = from.value.toLowerCase();
}

/** @param {HTMLFormElement} form */
function show(form) {
  const typed = new FormData(form);
  const query = new URLSearchParams();
  for (const name of ['company_name', 'accent_color', 'website_url', 'postal_address', 'show_rota']) {
    query.set(name, String(typed.get(name) ?? ''));
  }
  for (const frame of document.querySelectorAll('iframe[data-preview]')) {
    if (frame instanceof HTMLIFrameElement) frame.src = `${frame.dataset.preview}?${query}`;
  }
}
