// What a page does with a script, and nothing else: it asks for the reader's own time zone, and it shows more times in place.
// Without it, or if it fails, everything works by links and forms.

// The page names the zone that it shows, unless somebody chose it. With `timezone` in the address, somebody did: no second try.
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
 * The same name for all names of a zone; without one, of the browser's own.
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
