// The only two things that a page needs a script for: to switch to the reader's own time zone, and to show more times in place.
// Without it, or if it fails, everything works with links and forms.

// The page names its zone, unless somebody chose it. With `timezone` in the URL, somebody did, so there is no second try.
const shown = document.documentElement.dataset.timezone;
const url = new URL(location.href);
if (shown && !url.searchParams.has('timezone')) {
  const own = nameOf(undefined);
  if (own && own !== nameOf(shown)) {
    url.searchParams.set('timezone', own);
    location.replace(url);
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

let current = new AbortController();

document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[data-times]') : null;
  const opensElsewhere =
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const place = document.getElementById('times');
  if (!(link instanceof HTMLAnchorElement) || !place || opensElsewhere) return;
  event.preventDefault();
  // Of two clicks, the last one counts.
  current.abort();
  current = new AbortController();
  const { signal } = current;
  try {
    place.setAttribute('aria-busy', 'true');
    const response = await fetch(link.href, { signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const times = page.getElementById('times');
    if (!response.ok || !times) throw new Error('no times');
    place.replaceWith(times);
    times.querySelector('h2')?.focus();
  } catch {
    if (!signal.aborted) location.assign(link.href);
  }
});
