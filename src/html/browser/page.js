// What pages need a script for: to switch to the reader's own time zone, and to choose a time without loading a page for each step.
// Without it, or if it fails, everything works with links and forms.

// The page names its zone, unless somebody chose it. With `timezone` in the URL, somebody did, so there is no second try.
const shown = document.documentElement.dataset.timezone;
const here = new URL(location.href);
if (shown && !here.searchParams.has('timezone')) {
  const own = nameOf(undefined);
  if (own && own !== nameOf(shown)) {
    here.searchParams.set('timezone', own);
    location.replace(here);
  }
}

/**
 * The canonical name of a zone; without an argument, of the browser's own.
 * @param {string | undefined} timeZone
 */
function nameOf(timeZone) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** What was typed and chosen, by the names of the fields: it is still there after another time was chosen. */
const typed = new Map();
const TYPED =
  ':is(input:not([type="hidden"], [type="radio"], [type="checkbox"]), textarea, [name^="answer_"])[name]';
/** @returns {NodeListOf<HTMLInputElement>} */
const typedFields = () => document.querySelectorAll(`main form[method="post"] ${TYPED}`);
/** @param {HTMLInputElement} field */
const canBeTicked = ({ type }) => type === 'radio' || type === 'checkbox';
/** @param {HTMLInputElement} field */
const keyOf = (field) => (canBeTicked(field) ? `${field.name} ${field.value}` : field.name);

function remember() {
  for (const field of typedFields())
    typed.set(keyOf(field), canBeTicked(field) ? field.checked : field.value);
}

function fillIn() {
  for (const field of typedFields()) {
    const known = typed.get(keyOf(field));
    if (canBeTicked(field)) field.checked = known ?? field.checked;
    else field.value ||= known ?? '';
  }
}

let current = new AbortController();

/**
 * The page at an address, unless another one is asked for meanwhile: of two clicks, the last one counts.
 * @param {string} address
 */
async function pageAt(address) {
  current.abort();
  current = new AbortController();
  const { signal } = current;
  const response = await fetch(address, { signal });
  if (!response.ok || response.redirected) throw new Error('another page');
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** @param {unknown} error */
const isOutdone = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Shows the step of a booking at this address in place of the one that is shown. If that fails, the browser goes there.
 * @param {string} address
 * @param {boolean} isNew Whether it is a step forward.
 */
async function show(address, isNew) {
  const main = document.querySelector('main');
  main?.setAttribute('aria-busy', 'true');
  try {
    const page = await pageAt(address);
    if (!page.querySelector('.in-place')) throw new Error('another page');
    const start = page.querySelector('[autofocus]');
    // In a frame of another website, browsers refuse to follow it, and complain.
    start?.removeAttribute('autofocus');
    remember();
    for (const part of ['main', 'body > footer']) {
      const next = page.querySelector(part);
      if (next) document.querySelector(part)?.replaceWith(next);
    }
    document.title = page.title;
    if (isNew) history.pushState(null, '', address);
    fillIn();
    attend(start);
  } catch (error) {
    if (!isOutdone(error)) location.assign(address);
  }
}

/**
 * Goes where the step begins, as the browser does with a page.
 * @param {Element | null} start
 */
function attend(start) {
  centre();
  if (!(start instanceof HTMLElement)) return;
  start.focus({ preventScroll: true });
  const { top, bottom } = start.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) scrollTo(0, 0);
}

/** On a phone, the days are a strip: the chosen one may be outside of it. */
function centre() {
  const day = document.querySelector('.days [aria-current]');
  const strip = day?.closest('.days');
  if (!(day instanceof HTMLElement) || !strip) return;
  const { left, width } = day.getBoundingClientRect();
  strip.scrollLeft += left - strip.getBoundingClientRect().left - (strip.clientWidth - width) / 2;
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-in-place]') : null;
  const opensElsewhere =
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (!(link instanceof HTMLAnchorElement) || opensElsewhere) return;
  event.preventDefault();
  void show(link.href, true);
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-in-place]')) return;
  // Choosing a zone is a page of its own.
  if (event.submitter?.hasAttribute('formaction')) return;
  event.preventDefault();
  void show(addressOf(form, event.submitter), true);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function addressOf(form, submitter) {
  const address = new URL(form.getAttribute('action') ?? '', location.href);
  for (const [name, value] of new FormData(form, submitter)) address.searchParams.append(name, String(value));
  return address.href;
}

const TYPING_MS = 200;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

// What a search finds changes while somebody types.
document.addEventListener('input', ({ target }) => {
  const form = target instanceof HTMLInputElement ? target.form : null;
  const id = form?.dataset.results;
  if (!form || !id) return;
  clearTimeout(typing);
  typing = setTimeout(async () => {
    try {
      const found = (await pageAt(addressOf(form, null))).getElementById(id);
      if (found) document.getElementById(id)?.replaceChildren(...found.childNodes);
    } catch {
      // What was found stays, and the form has a button.
    }
  }, TYPING_MS);
});

addEventListener('popstate', () => void show(location.href, false));

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', centre);
else centre();
